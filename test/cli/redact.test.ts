import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { draw } from '../redaction/secret-samples.ts';
import { makeHome, runLoom } from './support/run-loom.ts';

let home: ReturnType<typeof makeHome>;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

const password = `tulip-${draw(6)}-77`;
const TAG = /\[redacted:named-secret:([0-9a-f]{8})\]/;

function writeBelowHome(name: string, content: string | Uint8Array): string {
  const path = join(home.path, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return path;
}

describe('loom redact', () => {
  it('prints a file or standard input without its secrets, and makes no store', async () => {
    const file = writeBelowHome('build.log', `ok\npassword=${password}\n`);
    const printed = await runLoom(['redact', file], { home: home.path });
    expect(printed).toMatchObject({ code: 0, stderr: '' });
    expect(printed.stdout).toMatch(/^ok\npassword=\[redacted:named-secret:[0-9a-f]{8}\]\n$/);
    const piped = await runLoom(['redact', '-'], { home: home.path, input: `{"password":"${password}"}\n` });
    expect(JSON.parse(piped.stdout)).toEqual({ password: expect.stringMatching(TAG) });
    expect((await runLoom(['status', '--json'], { home: home.path })).stdout).not.toContain(password);
  });

  it('says with --check where secrets are, shows none of them, and exits 3', async () => {
    const input = `ok\npassword=${password}\n`;
    const check = await runLoom(['redact', '--check', '-'], { home: home.path, input });
    expect(check).toMatchObject({ code: 3, stderr: '1 secrets in 1 values\n' });
    expect(check.stdout).toMatch(/^2\tnamed-secret\t[0-9a-f]{8}\t1\n$/);
    const clean = await runLoom(['redact', '--check', '-'], { home: home.path, input: 'ok\n' });
    expect(clean).toMatchObject({ code: 0, stdout: '', stderr: 'No secret was found\n' });
  });

  it('hides the values of secret variables of its environment', async () => {
    const value = `${draw(8)}5${draw(8)}`;
    const run = { home: home.path, env: { SEED_SHOP_TOKEN: value }, input: `it is ${value}\n` };
    expect((await runLoom(['redact', '-'], run)).stdout).toMatch(/^it is \[redacted:env-value:[0-9a-f]{8}\]\n$/);
  });

  it('lets stand what the user allows by its tag, and heeds no project', async () => {
    await runLoom(['sessions', 'start', '--agent', 'codex'], { home: home.path });
    const run = { home: home.path, input: `password=${password}\n` };
    const tag = TAG.exec((await runLoom(['redact', '-'], run)).stdout)?.[1] ?? '';
    writeBelowHome('.loom/config.json', JSON.stringify({ redaction: { allow: [tag] } }));
    const before = await runLoom(['redact', '-'], run);
    expect(before.stdout).toMatch(TAG);
    expect((await runLoom(['config', 'list'], run)).stderr).toContain('can only be set by you, not by a project');
    expect((await runLoom(['config', 'set', 'redaction.allow', tag], run)).code).toBe(0);
    expect((await runLoom(['redact', '-'], run)).stdout).toBe(run.input);
    expect((await runLoom(['config', 'set', 'redaction.allow', 'everything'], run)).code).toBe(2);
  });

  it('prints nothing of what is no UTF-8 text, no file, or not there', async () => {
    const wide = writeBelowHome('wide.txt', Buffer.from(`password=${password}`, 'utf16le'));
    const latin = writeBelowHome('latin.txt', Buffer.from(`Stra\xdfe password=${password}`, 'latin1'));
    for (const file of [wide, latin]) {
      const failed = await runLoom(['redact', file], { home: home.path });
      expect(failed).toMatchObject({ code: 3, stdout: '' });
    }
    expect(await runLoom(['redact', join(home.path, 'gone')], { home: home.path })).toMatchObject({
      code: 4,
      stdout: '',
    });
    expect(await runLoom(['redact', home.path], { home: home.path })).toMatchObject({ code: 2, stdout: '' });
    expect((await runLoom(['redact'], { home: home.path })).code).toBe(2);
  });
});
