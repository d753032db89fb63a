import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { storeLayout } from '../../src/journal/store-layout.ts';
import { tryWriterLock } from '../../src/journal/writer-lock.ts';
import { journalLines } from '../cli/support/case-files.ts';
import { loom, programPath, sandboxAt } from '../cli/support/case-sandbox.ts';

const root = mkdtempSync(join(tmpdir(), 'loom-hook-kill-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const HOOKS = 80;
const AT_ONCE = 4;
const LONGEST = 160;

interface Toll {
  next: number;
  killed: number;
  readonly acknowledged: string[];
}

const box = sandboxAt(root);

function say(text: string): string {
  return JSON.stringify({ session_id: 'aaaa0000-1', cwd: box.work, hook_event_name: 'UserPromptSubmit', prompt: text });
}

/** Runs one hook and kills it, mostly before it is done; its exit code, null for one that was killed. */
async function hookAndKill(text: string, after: number): Promise<number | null> {
  const stdio = ['pipe', 'ignore', 'ignore'] as const;
  const child = spawn(process.execPath, [programPath, 'hook', 'claude-code'], { env: box.env, stdio: [...stdio] });
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(say(text));
  const timer = setTimeout(() => child.kill('SIGKILL'), after);
  const code = await new Promise<number | null>((done) => {
    child.once('close', done);
  });
  clearTimeout(timer);
  return code;
}

/** Half of the hooks find the journal locked for a while, and go to the spool. */
async function keepHooking(toll: Toll): Promise<void> {
  while (toll.next < HOOKS) {
    const n = toll.next;
    toll.next += 1;
    const lock = n % 8 < 4 ? tryWriterLock(storeLayout(box.store).lockFile) : undefined;
    const release = setTimeout(() => lock?.release(), 330);
    const code = await hookAndKill(`prompt ${n}`, n % 3 === 0 ? 5000 : 40 + Math.random() * LONGEST);
    clearTimeout(release);
    lock?.release();
    if (code === 0) toll.acknowledged.push(`prompt ${n}`);
    else toll.killed += 1;
  }
}

describe('hooks that are killed at any moment', () => {
  it('leave each acknowledged prompt once, in journal or spool, and a sound store', async () => {
    loom(box, ['hook', 'claude-code'], { input: say('first') });
    const toll: Toll = { next: 0, killed: 0, acknowledged: ['first'] };
    await Promise.all(Array.from({ length: AT_ONCE }, () => keepHooking(toll)));
    expect(toll.killed).toBeGreaterThan(5);
    expect(loom(box, ['sessions', 'list', '--all']).code).toBe(0);
    const kept = journalLines(box.store).flatMap(({ type, data }) =>
      type === 'prompt.submitted' ? [String(data['text'])] : [],
    );
    expect(toll.acknowledged.filter((text) => !kept.includes(text))).toEqual([]);
    expect(new Set(kept).size).toBe(kept.length);
    expect(loom(box, ['journal', 'verify']).code).toBe(0);
  }, 120_000);
});
