import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runSummarizer } from '../../../src/cli/run-summarizer.ts';
import { until } from '../../support/patience.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loom-summarizer-'));
});
afterEach(() => removeFolder(folder));

function run(script: string, more: { input?: string; timeoutMs?: number; mostBytes?: number } = {}) {
  const path = join(folder, 'summarizer.mjs');
  writeFileSync(path, script);
  const asked = { input: 'Sow the beds', timeoutMs: 20_000, mostBytes: 10_000, ...more };
  return runSummarizer({ command: [process.execPath, path, '$HOME; echo no shell'], ...asked });
}

const SLURP = `import { readFileSync } from 'node:fs'; const text = readFileSync(0, 'utf8');`;

describe('a configured summarizer', () => {
  it('reads the text, answers, and no shell reads its words', async () => {
    expect(await run(`${SLURP} process.stdout.write(text.toUpperCase() + process.argv[2]);`)).toEqual({
      ok: true,
      text: 'SOW THE BEDS$HOME; echo no shell',
    });
  });

  it('is not recorded when it is an agent itself', async () => {
    expect(await run('process.stdout.write(process.env.LOOM_DISABLED);')).toEqual({ ok: true, text: '1' });
  });

  it('that fails says how', async () => {
    expect(await run("console.error('no seeds\\u001b[31m'); process.exit(3);")).toEqual({
      ok: false,
      problem: 'it ended with 3: no seeds␛[31m',
    });
  });

  it('that is not there says so', async () => {
    const command = [join(folder, 'nobody')];
    const answer = await runSummarizer({ command, input: '', timeoutMs: 5000, mostBytes: 10 });
    expect(answer).toMatchObject({ ok: false, problem: expect.stringMatching(/^it could not be run: .*ENOENT/) });
  });

  it('that takes too long is ended with all that it started', async () => {
    const pid = join(folder, 'pid');
    const child = `import { spawn } from 'node:child_process'; import { writeFileSync } from 'node:fs';
      const one = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      writeFileSync(${JSON.stringify(pid)}, String(one.pid)); setInterval(() => {}, 1000);`;
    // On a busy machine it may have started nothing yet when its time is over.
    for (const seconds of [2, 20, 100]) {
      const problem = `it took longer than ${seconds} s`;
      expect(await run(child, { timeoutMs: seconds * 1000 })).toEqual({ ok: false, problem });
      if (existsSync(pid)) break;
    }
    const started = Number(readFileSync(pid, 'utf8'));
    // A zombie still has a number; it runs no more.
    const alive = () => {
      try {
        return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${started}/status`, 'utf8'));
      } catch {
        return false;
      }
    };
    if (process.platform === 'linux')
      await until(
        () => !alive(),
        () => `${started} goes on`,
      );
  });

  it('that does not read its text may answer all the same', async () => {
    const answer = await run("process.stdin.destroy(); process.stdout.write('short');", {
      input: 'x'.repeat(5_000_000),
    });
    expect(answer).toEqual({ ok: true, text: 'short' });
  });

  it('is heard only so far', async () => {
    const answer = await run("process.stdout.write('y'.repeat(1_000_000));", { mostBytes: 100 });
    expect(answer).toEqual({ ok: true, text: 'y'.repeat(100) });
  });
});
