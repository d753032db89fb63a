import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { draw } from '../redaction/secret-samples.ts';
import { makeHome, runLoom, runLoomJson } from './support/run-loom.ts';

let home: ReturnType<typeof makeHome>;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

/** Told to loom later, by the environment: to what was kept before it is a secret that a newer rule finds. */
const secret = `quartz${draw(6)}7${draw(6)}-otter`;
const short = `${draw(5)}9${draw(6)}`;
const LATER = { SEED_SHOP_TOKEN: secret, SEED_SHOP_SECRET: short };

const uuid = (number: number): string => `0000000${number}-0000-4000-8000-000000000000`;

function record(number: number, role: 'user' | 'assistant', text: string): string {
  return JSON.stringify({
    parentUuid: number === 0 ? null : uuid(number - 1),
    sessionId: uuid(9),
    type: role,
    uuid: uuid(number),
    timestamp: `2026-03-01T10:0${number}:00.000Z`,
    cwd: '/home/ada/seed-shop',
    version: '2.0.0',
    message: { role, content: role === 'user' ? text : [{ type: 'text', text }] },
  });
}

async function importSession(): Promise<void> {
  const file = join(home.path, 'session.jsonl');
  const long = `begin ${'tulips and '.repeat(7000)} ${secret} end`;
  writeFileSync(
    file,
    `${[record(0, 'user', `use ${short} and ${secret}`), record(1, 'assistant', long)].join('\n')}\n`,
  );
  expect((await runLoom(['import', 'claude-code', file], { home: home.path })).code).toBe(0);
  const listed = await runLoomJson<{ id: string }[]>(['sessions', 'list', '--all'], { home: home.path });
  await runLoom(['sessions', 'rename', listed.json[0]?.id ?? '', `the ${secret} title`], { home: home.path });
  await runLoom(['memory', 'propose', `the door code is ${secret}`], { home: home.path });
}

const storeOf = (): string => join(home.path, '.local/share/loom');

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

const holding = (text: string): string[] => filesBelow(storeOf()).filter((path) => readFileSync(path).includes(text));

interface Rescan {
  readonly applied: boolean;
  readonly total: number;
  readonly parts: readonly { session: string | null; records: number; events: number; blobs: number }[];
}

describe('loom redact --rescan', () => {
  it('says per session what present rules find in what was kept, and changes nothing', async () => {
    await importSession();
    const clean = await runLoom(['redact', '--rescan', '--check'], { home: home.path });
    expect(clean).toMatchObject({ code: 0, stdout: '' });
    const found = await runLoom(['redact', '--rescan', '--check'], { home: home.path, env: LATER });
    expect(found.code).toBe(3);
    expect(found.stdout).not.toContain(secret);
    const { json } = await runLoomJson<Rescan>(['redact', '--rescan'], { home: home.path, env: LATER });
    expect(json.applied).toBe(false);
    expect(json.parts.map(({ session, records, events, blobs }) => [session === null, records, events, blobs])).toEqual(
      [
        [false, 2, 1, 1],
        [true, 0, 1, 0],
      ],
    );
    expect(holding(secret).length).toBeGreaterThan(0);
  });

  it('masks with --apply everywhere, keeps every length, and leaves a store that verifies', async () => {
    await importSession();
    await runLoom(['memory', 'search', '--all', 'tulips'], { home: home.path });
    const lengths = (): readonly number[] =>
      filesBelow(join(storeOf(), 'transcripts')).map((path) => readFileSync(path).length);
    const before = lengths();
    const refused = await runLoom(['redact', '--rescan', '--apply'], { home: home.path, env: LATER });
    expect(refused.code).toBe(6);
    const apply = ['redact', '--rescan', '--apply', '--yes'];
    const { json } = await runLoomJson<Rescan>(apply, { home: home.path, env: LATER });
    expect(json.applied).toBe(true);
    expect([...holding(secret), ...holding(short)]).toEqual([]);
    expect(lengths()).toEqual(before);
    expect((await runLoom(['journal', 'verify'], { home: home.path })).code).toBe(0);
    expect((await runLoom(['redact', '--rescan', '--check'], { home: home.path, env: LATER })).code).toBe(0);
    const shown = await runLoom(['sessions', 'show', '@last', '--all', '--full'], { home: home.path });
    expect(shown.stdout).toMatch(/use \[redacted\] and \[redacted/);
    expect(shown.stdout).toMatch(/tulips and +\[redacted/);
    const search = ['memory', 'search', '--all', 'tulips'];
    const { json: hits } = await runLoomJson<readonly unknown[]>(search, { home: home.path });
    expect(hits.length).toBeGreaterThan(0);
  });

  it('is refused a file and a store that is not there says nothing', async () => {
    mkdirSync(home.path, { recursive: true });
    expect(await runLoom(['redact', '--rescan'], { home: home.path })).toMatchObject({ code: 0, stdout: '' });
    expect((await runLoom(['redact', '--apply', '-'], { home: home.path, input: 'x' })).code).toBe(2);
  });
});

/** Kills before each change of a name in the masking of this store: the intent, the index, a blob, a transcript, a segment, the intent again. */
const KILL_AT = fileURLToPath(new URL('support/kill-at.mjs', import.meta.url));

describe('masking that is killed', () => {
  const apply = ['redact', '--rescan', '--apply', '--yes'];
  const killed = (at: number) => ({
    home: home.path,
    env: { ...LATER, NODE_OPTIONS: `--import=${KILL_AT}`, LOOM_TEST_KILL_AT: String(at) },
  });

  it('is told by verify and doctor, makes no index, and is finished by the next run', async () => {
    await importSession();
    const whole = join(home.path, 'whole');
    cpSync(storeOf(), whole, { recursive: true });
    const unfinished: number[] = [];
    for (let at = 1; at < 100; at += 1) {
      rmSync(storeOf(), { recursive: true });
      cpSync(whole, storeOf(), { recursive: true });
      if ((await runLoom(apply, killed(at))).signal !== 'SIGKILL') break;
      const verify = await runLoom(['journal', 'verify'], { home: home.path });
      if (filesBelow(storeOf()).some((path) => path.endsWith('mask.intent'))) {
        unfinished.push(at);
        expect(verify.stdout).toContain('warning masking-unfinished mask.intent');
        const index = filesBelow(join(storeOf(), 'index'));
        await runLoom(['sessions', 'list', '--all'], { home: home.path });
        expect(filesBelow(join(storeOf(), 'index')), `index at ${at}`).toEqual(index);
        expect((await runLoom(['doctor'], { home: home.path })).stdout).toContain('mask.intent masking was begun');
      }
      expect((await runLoom(apply, { home: home.path, env: LATER })).code, `finish at ${at}`).toBe(0);
      expect([...holding(secret), ...holding(short), ...holding('mask.intent')], `left at ${at}`).toEqual([]);
      const after = await runLoom(['journal', 'verify'], { home: home.path });
      expect([after.code, after.stdout.includes('masking-unfinished')], `verify at ${at}`).toEqual([0, false]);
    }
    expect(unfinished.length).toBeGreaterThan(3);
  });
});

describe('exports of what a newer rule knows', () => {
  const run = () => ({ home: home.path, env: LATER });

  it.each([['markdown'], ['html'], ['json'], ['jsonl'], ['ctx'], ['native']])(
    'are redacted again as %s',
    async (format) => {
      await importSession();
      const made = await runLoom(['sessions', 'export', '@last', '--all', '--format', format, '--mode', 'full'], run());
      expect(made.code).toBe(0);
      expect(made.stdout).not.toContain(secret);
      expect(made.stdout).not.toContain(Buffer.from(`and  ${secret}`).toString('base64').slice(4, -4));
    },
  );

  it('fail with --strict, write nothing, and name the sessions', async () => {
    await importSession();
    const output = join(home.path, 'out.jsonl');
    const ways = [
      ['sessions', 'export', '@last', '--all', '--format', 'jsonl', '--output', output],
      ['export', '--all', '--output', output],
      ['memory', 'export', '--project', home.path, '--to', output],
    ];
    for (const way of ways) {
      expect((await runLoom([...way, '--strict'], run())).code, way.join(' ')).toBe(3);
      expect(filesBelow(home.path).includes(output)).toBe(false);
    }
    expect((await runLoom(['export', '--all', '--output', output, '--strict'], { home: home.path })).code).toBe(0);
  });

  it('come whole into another store, blobs under their new names', async () => {
    await importSession();
    const output = join(home.path, 'out.jsonl');
    expect((await runLoom(['export', '--all', '--output', output], run())).code).toBe(0);
    const other = { home: home.path, env: { LOOM_HOME: join(home.path, 'other') } };
    expect((await runLoom(['import', 'loom', output], other)).code).toBe(0);
    expect((await runLoom(['journal', 'verify'], other)).code).toBe(0);
    expect((await runLoom(['sessions', 'show', '@last', '--all', '--full'], other)).stdout).toMatch(
      /tulips and +\[redacted/,
    );
  });
});
