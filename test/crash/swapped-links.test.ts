/** Another process swaps a file, or the folder it lies in, for a link as fast as it can while loom changes the file. */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { fingerprint } from '../cli/support/case-files.ts';
import { git, loom, type Run, type Sandbox, sandboxAt } from '../cli/support/case-sandbox.ts';
import { claudeProjects, nativeId, writeSession } from '../cli/support/claude-fixture.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { times } from './support/depth.ts';

const ROUNDS = times(4, 25);
const VICTIM = 'not loom’s\n';
/** Refused, busy, failed or done; or a verdict or a problem found on the way. Never a bug, and never a hang. */
const MAY = [0, 3, 4, 5, 6, 7, 8, 22];

/** Puts a link in the place of a path and the thing itself back, over and over. */
const SWAP = `
const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
const [path, target] = process.argv.slice(1);
const quietly = (work) => { try { work(); } catch {} };
process.stdout.write('swapping');
for (;;) {
  quietly(() => renameSync(path, path + '.real'));
  quietly(() => symlinkSync(target, path));
  quietly(() => unlinkSync(path));
  quietly(() => renameSync(path + '.real', path));
}`;

let root: string;
let box: Sandbox;
let elsewhere: string;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'loom-swap-')));
  box = sandboxAt(join(root, 'now'));
  elsewhere = join(root, 'elsewhere');
  writeSession(claudeProjects(box.home), { sessionId: nativeId(1), cwd: box.work, pairs: 2 });
  git(box, box.work, 'init', '-q');
  const asserted = ['--accept', '--approved-by', 'Mara', '--evidence', 'harbour log'];
  for (const args of [
    ['import', 'claude'],
    ['memory', 'propose', 'Berth 4 is deep', ...asserted],
  ]) {
    const run = loom(box, args);
    if (run.code !== 0) throw new Error(run.stderr);
  }
});
afterAll(() => removeFolder(root));

/** A folder of somebody else with a file of every name that is written. */
function layElsewhere(): ReturnType<typeof fingerprint> {
  rmSync(elsewhere, { recursive: true, force: true });
  mkdirSync(elsewhere);
  for (const name of ['victim', 'AGENTS.md', 'settings.json', 'talk.md', 'memory.jsonl', '.mcp.json'])
    writeFileSync(join(elsewhere, name), VICTIM);
  return fingerprint(elsewhere);
}

async function swap(path: string, target: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', SWAP, path, target], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise((begun) => child.stdout?.once('data', begun));
  return child;
}

interface Change {
  readonly name: string;
  readonly args: () => readonly string[];
  /** The file that is written, below the root of the sandbox. */
  readonly file: readonly string[];
}

const changes: readonly Change[] = [
  {
    name: 'memory digest --write',
    args: () => ['memory', 'digest', '--write', 'sub/AGENTS.md', '--yes', '--discard'],
    file: ['work', 'sub', 'AGENTS.md'],
  },
  {
    name: 'init',
    args: () => ['init', '--agent', 'claude-code', '--yes'],
    file: ['work', '.claude', 'settings.json'],
  },
  {
    name: 'memory export',
    args: () => ['memory', 'export', '--to', 'sub/memory.jsonl', '--force'],
    file: ['work', 'sub', 'memory.jsonl'],
  },
  {
    name: 'sessions fork --native',
    args: () => ['sessions', 'fork', nativeId(1), '--native'],
    file: ['home', '.claude', 'projects'],
  },
];

/** The person chose where an export goes: a link to a folder is followed there, so only the file itself is swapped. */
const chosenByPath = new Set(['memory export', 'sessions fork --native']);

const told = (run: Run) => `loom ${run.args.join(' ')} → ${run.code}\n${run.stderr}${run.stdout}`;

function runRounds({ args }: Change, before: ReturnType<typeof fingerprint>, between: () => void): void {
  for (let round = 0; round < ROUNDS; round += 1) {
    const run = loom(box, args());
    expect(MAY, told(run)).toContain(run.code);
    expect(fingerprint(elsewhere), told(run)).toEqual(before);
    between();
  }
}

describe.skipIf(process.platform === 'win32')('a link that comes and goes while loom writes', () => {
  it.each(
    changes.filter(({ name }) => name !== 'sessions fork --native').map((change) => [change.name, change] as const),
  )('%s: in the place of the file, it is not followed', async (_, change) => {
    const path = join(box.root, ...change.file);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, change.name === 'init' ? '{}\n' : '');
    const before = layElsewhere();
    const swapper = await swap(path, join(elsewhere, 'victim'));
    runRounds(change, before, () => undefined);
    swapper.kill('SIGKILL');
  });

  it.each(changes.filter(({ name }) => !chosenByPath.has(name)).map((change) => [change.name, change] as const))(
    '%s: in the place of its folder, it is not followed',
    async (_, change) => {
      const folder = join(box.root, ...change.file, '..');
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      const before = layElsewhere();
      const swapper = await swap(folder, elsewhere);
      runRounds(change, before, () => undefined);
      swapper.kill('SIGKILL');
    },
  );

  it('a fork that is written for its agent is whole, wherever the folder of its agent leads meanwhile', async () => {
    const [change] = changes.slice(-1);
    if (change === undefined) return;
    const folder = join(box.root, ...change.file);
    layElsewhere();
    const swapper = await swap(folder, elsewhere);
    for (let round = 0; round < ROUNDS; round += 1) {
      const run = loom(box, change.args());
      expect(MAY, told(run)).toContain(run.code);
    }
    swapper.kill('SIGKILL');
    for (const name of readdirSync(elsewhere)) {
      if (lstatSync(join(elsewhere, name)).isFile()) expect(readFileSync(join(elsewhere, name), 'utf8')).toBe(VICTIM);
    }
  });
});
