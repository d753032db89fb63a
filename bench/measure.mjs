// Runs programs and takes times. Runs of what is compared are interleaved, so that a busy moment meets both.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Preloaded into what is measured, with a file to write to in LOOM_BENCH_USAGE. */
export const NOTE_USAGE = fileURLToPath(new URL('note-usage.cjs', import.meta.url));

let left = 0;

/**
 * Lets a run find nothing at a path. What an earlier run made there is renamed, and removed with everything else at the end:
 * for minutes ext4 passes over what was removed, inode by inode, where it makes a file, which takes a fifth of an import.
 */
export function leaveAside(path) {
  left += 1;
  if (existsSync(path)) renameSync(path, `${path}-left-${left}`);
}

/** Runs a program to its end and returns milliseconds. Whatever it prints goes through a pipe, as in a script. */
export function runOnce({ argv, env = {}, before, input }) {
  before?.();
  const [program, ...rest] = argv;
  const start = process.hrtime.bigint();
  const run = spawnSync(program, rest, { env: { ...process.env, ...env }, maxBuffer: 1 << 30, input });
  const elapsed = Number(process.hrtime.bigint() - start) / 1e6;
  if (run.error !== undefined) throw run.error;
  if (run.status !== 0) throw new Error(`${argv.join(' ')} ended with ${run.status}: ${run.stderr}`);
  return elapsed;
}

/** Median milliseconds of each program, by name; an untimed round comes first, unless one round is all there is. */
export function compare(programs, rounds) {
  const times = new Map(Object.keys(programs).map((name) => [name, []]));
  for (let round = rounds > 1 ? -1 : 0; round < rounds; round += 1) {
    for (const [name, program] of Object.entries(programs)) {
      const elapsed = runOnce(program);
      if (round >= 0) times.get(name).push(elapsed);
    }
  }
  return Object.fromEntries([...times].map(([name, list]) => [name, medianOf(list)]));
}

/** Processor time in milliseconds and highest resident memory in MB of a Node program. */
export function usageOf({ argv, env = {}, before }) {
  const folder = mkdtempSync(join(tmpdir(), 'loom-bench-usage-'));
  const file = join(folder, 'usage');
  try {
    runOnce({ argv, before, env: { ...env, NODE_OPTIONS: `--require=${NOTE_USAGE}`, LOOM_BENCH_USAGE: file } });
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Highest resident memory of a Node program in MB. */
export function peakMemory(program) {
  return usageOf(program).megabytes;
}

export function medianOf(list) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
