import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { storeLayout } from '../../src/journal/store-layout.ts';
import { tryWriterLock } from '../../src/journal/writer-lock.ts';
import { answer, listAll } from './support/case-answers.ts';
import { journalLines } from './support/case-files.ts';
import { loom, loomAsync, openSandbox, programPath, type Run, type Sandbox, shell } from './support/case-sandbox.ts';
import { QUIET } from './support/fake-agents.ts';

const SESSION = '6b1f6a30-64c4-4a39-8e0c-1d5a2a3f7e10';
const SILENT = { code: 0, stdout: '', stderr: '' };

function payload(box: Sandbox, prompt = 'Raise the tide'): string {
  return JSON.stringify({ session_id: SESSION, cwd: box.work, hook_event_name: 'UserPromptSubmit', prompt });
}

function send(box: Sandbox, input: string | Buffer = payload(box)): Run {
  return loom(box, ['hook', 'claude-code'], { input, env: QUIET });
}

function prompts(box: Sandbox): readonly unknown[] {
  return journalLines(box.store).flatMap(({ type, data }) => (type === 'prompt.submitted' ? [data['text']] : []));
}

const storeLog = (box: Sandbox) => join(box.store, 'loom.log');
const stateLog = (box: Sandbox) => join(box.home, '.local', 'state', 'loom', 'loom.log');

function lines(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
}

function mount(...words: readonly string[]): boolean {
  try {
    execFileSync('mount', words, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A store on a disk of its own; `undefined` where disks cannot be mounted. */
function onTinyDisk(box: Sandbox): boolean {
  mkdirSync(box.store);
  if (!mount('-t', 'tmpfs', '-o', 'size=64k,mode=700', 'tmpfs', box.store)) return false;
  onTestFinished(() => void spawnSync('umount', ['-l', box.store]));
  return true;
}

describe('a hook', () => {
  it('writes beside a journal that is locked, and nothing of it is lost', () => {
    const box = openSandbox();
    expect(send(box)).toMatchObject(SILENT);
    const lock = tryWriterLock(storeLayout(box.store).lockFile);
    expect(send(box, payload(box, 'while it is locked'))).toMatchObject(SILENT);
    expect(readdirSync(join(box.store, 'spool'))).toHaveLength(1);
    const status = loom(box, ['sessions', 'list', '--all']);
    expect(status.stderr).toContain('wait for the store');
    lock?.release();
    expect(listAll(box)).toMatchObject([{ counts: { prompts: 2 } }]);
    expect(prompts(box)).toEqual(['Raise the tide', 'while it is locked']);
  });

  it('harms nobody on a full disk or a read-only one, and doctor tells of it', ({ skip }) => {
    const box = openSandbox();
    if (!onTinyDisk(box)) skip('only root may mount a disk');
    expect(send(box)).toMatchObject(SILENT);
    let rounds = 0;
    while (lines(storeLog(box)).length + lines(stateLog(box)).length === 0 && rounds < 60) {
      expect(send(box, payload(box, 'the tide rises '.repeat(400)))).toMatchObject(SILENT);
      rounds += 1;
    }
    const noted = [...lines(storeLog(box)), ...lines(stateLog(box))];
    expect(noted.join('\n')).toMatch(/hook claude-code \S+: /);
    expect(noted.join('\n')).not.toContain('the tide rises');
    expect(mount('-o', 'remount,size=16m', box.store)).toBe(true);
    expect(send(box, payload(box, 'there is room again'))).toMatchObject(SILENT);
    // The torn line of the full disk stays in its segment.
    const journal = readdirSync(join(box.store, 'journal')).map((name) =>
      readFileSync(join(box.store, 'journal', name), 'utf8'),
    );
    expect(journal.join('')).toContain('there is room again');
    expect(mount('-o', 'remount,ro', box.store)).toBe(true);
    expect(send(box, payload(box, 'nothing can be written'))).toMatchObject(SILENT);
    expect(lines(stateLog(box)).length).toBeGreaterThan(0);
    const { checks } = answer<{ checks: { name: string; status: string; detail: string }[] }>(box, ['doctor']);
    expect(checks.find(({ name }) => name === 'hooks')).toMatchObject({ status: 'warning' });
  });

  it('appends to a damaged journal, and harms nobody where the store is a file or damaged', () => {
    const box = openSandbox();
    send(box);
    appendFileSync(join(box.store, 'journal', '000001.jsonl'), 'no event at all\n');
    expect(send(box, payload(box, 'after the damage'))).toMatchObject(SILENT);
    expect(readFileSync(join(box.store, 'journal', '000001.jsonl'), 'utf8')).toContain('after the damage');
    writeFileSync(join(box.store, 'store.json'), 'no json');
    expect(send(box)).toMatchObject(SILENT);
    const other = openSandbox();
    writeFileSync(other.store, 'a file');
    expect(send(other)).toMatchObject(SILENT);
    expect(lines(stateLog(other))).toHaveLength(1);
  });

  it.skipIf(process.platform !== 'linux')('ends where no folder can be made, and its log has no place either', () => {
    const box = openSandbox();
    for (const home of ['/proc', '/dev/null', '/proc/self/fd']) {
      const env = { ...QUIET, HOME: home, LOOM_HOME: undefined };
      expect(loom(box, ['hook', 'claude-code'], { input: payload(box), env }), home).toMatchObject(SILENT);
    }
  });

  it('harms nobody whose store others may write to', () => {
    const box = openSandbox();
    send(box);
    chmodSync(box.store, 0o777);
    expect(send(box, payload(box, 'into an open store'))).toMatchObject(SILENT);
    expect(lines(stateLog(box)).length + lines(storeLog(box)).length).toBeGreaterThan(0);
  });

  it('takes a payload of many megabytes, and refuses one that is larger than any', () => {
    const box = openSandbox();
    const big = {
      session_id: SESSION,
      cwd: box.work,
      hook_event_name: 'PostToolUse',
      tool_use_id: 't',
      tool_name: 'Read',
    };
    const input = JSON.stringify({ ...big, tool_response: 'x'.repeat(40 * 1024 * 1024) });
    expect(send(box, input)).toMatchObject(SILENT);
    const done = journalLines(box.store).find(({ type }) => type === 'tool.completed');
    expect(done?.data).toMatchObject({ outputBytes: 40 * 1024 * 1024 });
    expect(send(box, Buffer.alloc(65 * 1024 * 1024, 'y'))).toMatchObject(SILENT);
    expect(lines(storeLog(box)).join('\n')).toContain('payload-too-large');
  });

  it('waits for a slow payload, and minds no closed stdout, stderr or stdin', async () => {
    const box = openSandbox();
    const child = spawn(process.execPath, [programPath, 'hook', 'claude-code'], {
      env: { ...box.env, ...QUIET },
      cwd: box.work,
    });
    for (const piece of payload(box, 'piece by piece').match(/.{1,20}/g) ?? []) {
      child.stdin.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    child.stdin.end();
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
    expect(prompts(box)).toEqual(['piece by piece']);
    const text = payload(box, 'without streams');
    expect(shell(box, `printf '%s' '${text}' | loom hook claude-code >&- 2>&-; echo $?`).stdout).toBe('0\n');
    expect(shell(box, 'loom hook claude-code <&-; echo $?')).toMatchObject({ stdout: '0\n', stderr: '' });
    expect(prompts(box)).toContain('without streams');
  });

  it('harms nobody with bytes that are no payload', async () => {
    const box = openSandbox();
    const whole = Buffer.from(payload(box));
    const bent = Array.from({ length: 24 }, (_, n) => {
      const bytes = Buffer.from(whole);
      for (let k = 0; k <= n; k += 1) bytes[(n * 31 + k * 17) % bytes.length] = (n * 53 + k * 29) % 256;
      return n % 3 === 0 ? bytes.subarray(0, (n * 7) % bytes.length) : bytes;
    });
    for (const bytes of bent) expect(send(box, bytes)).toMatchObject(SILENT);
    expect(loom(box, ['journal', 'verify']).code).toBe(0);
  });

  it('loses nothing when fifty run at once', async () => {
    const box = openSandbox();
    const texts = Array.from({ length: 50 }, (_, n) => `prompt ${n}`);
    const runs = await Promise.all(
      texts.map((text) => loomAsync(box, ['hook', 'claude-code'], { input: payload(box, text), env: QUIET })),
    );
    for (const run of runs) expect(run).toMatchObject(SILENT);
    expect(listAll(box)).toMatchObject([{ counts: { prompts: 50 } }]);
    expect([...prompts(box)].sort()).toEqual([...texts].sort());
    expect(readdirSync(join(box.store, 'spool'))).toEqual([]);
  });
});
