import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { storeLayout } from '../../src/journal/store-layout.ts';
import { tryWriterLock } from '../../src/journal/writer-lock.ts';
import { journalLines } from '../cli/support/case-files.ts';
import { loom, sandboxAt } from '../cli/support/case-sandbox.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { times } from './support/depth.ts';
import { Killer } from './support/killer.ts';

const root = mkdtempSync(join(tmpdir(), 'loom-hook-kill-'));
afterAll(() => removeFolder(root));

const HOOKS = times(40, 80);
const AT_ONCE = 4;

interface Toll {
  next: number;
  readonly acknowledged: string[];
}

const box = sandboxAt(root);

function say(text: string): string {
  return JSON.stringify({ session_id: 'aaaa0000-1', cwd: box.work, hook_event_name: 'UserPromptSubmit', prompt: text });
}

const HOOK = ['hook', 'claude-code'] as const;

/** Half of the hooks find the journal locked for a while, and go to the spool. */
async function keepHooking(toll: Toll, killer: Killer): Promise<void> {
  while (toll.next < HOOKS) {
    const n = toll.next;
    toll.next += 1;
    const lock = n % 8 < 4 ? tryWriterLock(storeLayout(box.store).lockFile) : undefined;
    const release = setTimeout(() => lock?.release(), 330);
    const text = say(`prompt ${n}`);
    const wasDone = n % 3 === 0 ? await killer.spare(HOOK, text) : await killer.run(HOOK, text);
    clearTimeout(release);
    lock?.release();
    if (wasDone) toll.acknowledged.push(`prompt ${n}`);
  }
}

describe('hooks that are killed at any moment', () => {
  it('leave each acknowledged prompt once, in journal or spool, and a sound store', async () => {
    loom(box, ['hook', 'claude-code'], { input: say('first') });
    const killer = new Killer(box, 12);
    const toll: Toll = { next: 0, acknowledged: ['first'] };
    await Promise.all(Array.from({ length: AT_ONCE }, () => keepHooking(toll, killer)));
    expect(killer.kills).toBeGreaterThan(5);
    expect(loom(box, ['sessions', 'list', '--all']).code).toBe(0);
    const kept = journalLines(box.store).flatMap(({ type, data }) =>
      type === 'prompt.submitted' ? [String(data['text'])] : [],
    );
    expect(toll.acknowledged.filter((text) => !kept.includes(text))).toEqual([]);
    expect(new Set(kept).size).toBe(kept.length);
    expect(loom(box, ['journal', 'verify']).code).toBe(0);
  });
});
