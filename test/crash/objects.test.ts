/** Pipes, links, devices and folders in the place of every file of a store. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { walk } from '../cli/support/case-files.ts';
import { programPath, type Sandbox, sandboxAt } from '../cli/support/case-sandbox.ts';
import { claudeProjects, nativeId, writeSession } from '../cli/support/claude-fixture.ts';
import { LONGEST_RUN } from '../support/patience.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { sampled } from './support/depth.ts';
import { type Ability, isRoot, leftOut } from './support/machine.ts';

const root = mkdtempSync(join(tmpdir(), 'loom-objects-'));
afterAll(() => removeFolder(root));

const VICTIM = join(root, 'victim.txt');
const VICTIM_TEXT = 'not loom’s\n';

interface Ended {
  readonly code: number | null;
  readonly told: string;
}

/** Runs the program; what hangs is killed, and then has no exit code. */
function run(box: Sandbox, args: readonly string[], input = ''): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [programPath, ...args], {
    cwd: box.work,
    env: { ...box.env, LOOM_CAPTURE_SYNC: 'off' },
    input,
    encoding: 'utf8',
    timeout: LONGEST_RUN,
    killSignal: 'SIGKILL',
  });
  return { code: status, told: `loom ${args.join(' ')} → ${status}\n${stderr}${stdout}` };
}

/** A store with one of everything, so that every kind of file is there. */
function layStore(): Sandbox {
  const box = sandboxAt(join(root, 'now'));
  const prompt = (index: number) => (index === 0 ? 'ebb '.repeat(20_000) : 'Sound the channel');
  writeSession(claudeProjects(box.home), { sessionId: nativeId(1), cwd: box.work, pairs: 2, prompt });
  const words = ['--accept', '--approved-by', 'Mara', '--evidence', 'harbour log'];
  for (const args of [
    ['import', 'claude'],
    ['memory', 'propose', 'Berth 4 is deep', ...words],
    ['memory', 'digest'],
  ]) {
    const ended = run(box, args);
    if (ended.code !== 0) throw new Error(ended.told);
  }
  mkdirSync(join(box.store, 'spool'), { recursive: true });
  return box;
}

const box = layStore();
const KEPT = join(root, 'kept');
cpSync(box.root, KEPT, { recursive: true });

function restore(): void {
  rmSync(box.root, { recursive: true, force: true });
  execFileSync('cp', ['-a', KEPT, box.root]);
  writeFileSync(VICTIM, VICTIM_TEXT);
}

const KINDS: Readonly<Record<string, (path: string) => void>> = {
  'a pipe': (path) => void execFileSync('mkfifo', ['-m', '600', path]),
  'a link to a file of somebody else': (path) => symlinkSync(VICTIM, path),
  'a second name of a file of somebody else': (path) => linkSync(VICTIM, path),
  'a link to itself': (path) => symlinkSync(path, path),
  'a folder': (path) => mkdirSync(path, { mode: 0o700 }),
};

/** One file of each kind that the store has, and names that it may come to have. */
function places(): readonly string[] {
  const files = walk(KEPT)
    .filter((path) => path.startsWith(join(KEPT, 'store')) && lstatSync(path).isFile())
    .map((path) => path.slice(KEPT.length + 1));
  const first = (part: string) => files.filter((path) => path.startsWith(`store/${part}`)).slice(0, 1);
  const parts = ['store.json', 'key', 'writer.lock', 'journal/', 'transcripts/', 'blobs/', 'projects/', 'index/'];
  const future = ['purge.intent', 'loom.log', 'journal/000002.jsonl', 'spool/01k0000000000000000000000a.json'];
  return [...parts.flatMap(first), 'store/index/current', ...future.map((name) => `store/${name}`)];
}

const COMMANDS: readonly (readonly string[])[] = [
  ['sessions', 'list', '--all'],
  ['sessions', 'rename', nativeId(1), 'Gauges'],
  ['memory', 'digest', '--discard'],
  ['import', 'claude'],
  ['journal', 'verify'],
  ['hook', 'claude-code'],
];
const HOOK = JSON.stringify({ session_id: 'x', cwd: box.work, hook_event_name: 'UserPromptSubmit', prompt: 'go' });
const EXITS = [0, 3, 4, 7, 8];

let tried = 0;

/** Every command ends with an exit code that it may have, and touches nothing behind the object. Of few, each place and kind meets others. */
function tryCommands(place: string, kind: string): readonly string[] {
  tried += 1;
  const wrong: string[] = [];
  const judge = (ended: Ended, may: readonly number[]) => {
    if (ended.code === null || !may.includes(ended.code)) wrong.push(`${kind} at ${place}: ${ended.told}`);
    if (readFileSync(VICTIM, 'utf8') !== VICTIM_TEXT) wrong.push(`${kind} at ${place}: the victim was changed`);
  };
  for (const args of sampled(COMMANDS, 3, tried)) {
    const isHook = args[0] === 'hook';
    judge(run(box, args, isHook ? HOOK : ''), isHook ? [0] : EXITS);
  }
  return wrong;
}

describe.each(Object.keys(KINDS))('%s', (kind) => {
  it.each(places())('at %s hangs nobody, and nothing is written through it', (place) => {
    restore();
    const path = join(box.root, place);
    rmSync(path, { force: true, recursive: true });
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    KINDS[kind]?.(path);
    expect(tryCommands(place, kind)).toEqual([]);
  });
});

describe('a folder of the store', () => {
  it.each(['journal', 'transcripts', 'blobs', 'projects', 'spool', 'index', 'quarantine'])(
    '%s that is a link to another folder is not written through',
    (name) => {
      restore();
      const elsewhere = join(root, 'elsewhere');
      rmSync(elsewhere, { recursive: true, force: true });
      const path = join(box.store, name);
      mkdirSync(path, { recursive: true, mode: 0o700 });
      renameSync(path, elsewhere);
      symlinkSync(elsewhere, path);
      const before = readdirSync(elsewhere);
      expect(tryCommands(name, 'a link to a folder')).toEqual([]);
      if (name !== 'index') expect(readdirSync(elsewhere)).toEqual(before);
    },
  );

  const devices: Ability = isRoot ? { can: true } : { can: false, because: 'only root can make a device' };
  it.skipIf(leftOut('devices', devices))('that is a device is no file of ours', () => {
    restore();
    const path = join(box.store, 'journal', '000002.jsonl');
    execFileSync('mknod', ['-m', '600', path, 'c', '1', '5']);
    expect(tryCommands('journal/000002.jsonl', 'an endless device')).toEqual([]);
  });
});
