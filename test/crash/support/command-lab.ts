/** The built program in a private home, whose N-th system call fails; and what must hold of the store afterwards. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { StoreLayout } from '../../../src/journal/store-layout.ts';
import { storeLayout } from '../../../src/journal/store-layout.ts';
import { verifyStore } from '../../../src/journal/verify.ts';
import { walk } from '../../cli/support/case-files.ts';
import type { Sandbox } from '../../cli/support/case-sandbox.ts';
import { programPath, sandboxAt } from '../../cli/support/case-sandbox.ts';
import { openJournal, sha256 } from '../../journal/journal-fixture.ts';
import { LONGEST_RUN } from '../../support/patience.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { census, compileShim, type Fault, faultEnvironment } from './crash-lab.ts';

/** What a run that may have met a fault came to. */
export interface FaultyRun {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The first letter of each call that failed, or that was counted where none was to fail. */
  readonly faults: string;
}

/** A command that writes, the ground it is run on, and how to see that it did its work. */
export interface WritingCommand {
  readonly name: string;
  /** Runs once, before the first fault. */
  readonly ground?: (lab: CommandLab) => void;
  readonly args: (lab: CommandLab) => readonly string[];
  readonly input?: (lab: CommandLab) => string;
  /** Whether all that it was to do is there. */
  readonly done: (look: Look) => boolean;
  /** Exit codes of doing it again after it was done; 0 alone unless said. */
  readonly again?: readonly number[];
  /** Its exit code says nothing: hooks. */
  readonly silent?: true;
  /** Files outside the store that are as they were, or whole as this tells. */
  readonly files?: (lab: CommandLab) => Readonly<Record<string, (text: string) => boolean>>;
  /** What else it may exit with when a call fails: 3 for a command that reads files of others, and goes on without one. */
  readonly alsoExits?: readonly number[];
  /** What verify may say of it until it is run again. */
  readonly unfinished?: readonly string[];
  /** A killed run may leave a file under a name that no other run uses: `journal repair` sets it aside. */
  readonly litters?: true;
  /** It takes a line out of a commit, which is then there in part. */
  readonly takesOut?: true;
  /** The ground is damaged, and the command is to mend it. */
  readonly damaged?: true | undefined;
}

/** What is in a store now, compared with the ground. */
export interface Look {
  readonly lab: CommandLab;
  /** How many events of a type came since. */
  readonly came: (type: string) => number;
}

const { EIO, ENOSPC } = constants.errno;
const WRITTEN: readonly Omit<Fault, 'n' | 'path'>[] = [
  { op: 'write', errno: ENOSPC, short: 100 },
  { op: 'sync', errno: EIO },
  { op: 'rename', errno: EIO },
  { op: 'unlink', errno: EIO },
  { op: 'truncate', errno: EIO },
  { op: 'mkdir', errno: ENOSPC },
];
const OPENED: Omit<Fault, 'n' | 'path'> = { op: 'open', errno: EIO };
const KILL = 0;

/** The faults that every writing command is put through: once, from then on, and a kill at the same place. */
export const FAULTS: readonly Omit<Fault, 'n' | 'path'>[] = [
  ...WRITTEN,
  ...WRITTEN.map((fault) => ({ ...fault, forever: true })),
  ...WRITTEN.map((fault) => ({ ...fault, errno: KILL })),
  OPENED,
  { ...OPENED, forever: true },
];

/** Says a fault in the words of a failing test. */
export function sayFault({ op, n, errno, forever }: Omit<Fault, 'path'>): string {
  const what = errno === KILL ? 'killed at' : `errno ${errno} from`;
  return `${what} ${op} ${n}${forever === true ? ' on' : ''}`;
}

interface Ground {
  readonly ids: readonly string[];
  readonly types: ReadonlyMap<string, number>;
  readonly files: ReadonlyMap<string, string>;
}

/** One private home with its store; it can be put back as it was, at the same path, as often as needed. */
export class CommandLab {
  readonly root: string;
  readonly box: Sandbox;
  readonly layout: StoreLayout;
  readonly shim: string | undefined;
  #ground: Ground = { ids: [], types: new Map(), files: new Map() };

  constructor() {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'loom-fault-')));
    afterAll(() => removeFolder(this.root));
    this.box = sandboxAt(join(this.root, 'now'));
    this.layout = storeLayout(this.box.store);
    this.shim = compileShim(this.root);
  }

  /** Path of a file beside home and store, put back with them. */
  path(...names: string[]): string {
    return join(this.box.root, ...names);
  }

  /** Runs the program; it must do what it is asked. */
  succeed(args: readonly string[], input?: string): string {
    const run = this.run(args, input);
    if (run.code !== 0) throw new Error(`loom ${args.join(' ')}: ${run.code} ${run.stderr}${run.stdout}`);
    return run.stdout;
  }

  /** Runs the program to its end, or to the fault that kills it. */
  run(args: readonly string[], input = '', fault?: Fault): FaultyRun {
    const log = join(this.root, 'faults');
    rmSync(log, { force: true });
    const { status, signal, stdout, stderr } = spawnSync(process.execPath, [programPath, ...args], {
      cwd: this.box.work,
      input,
      encoding: 'utf8',
      timeout: LONGEST_RUN,
      env: {
        ...this.box.env,
        LOOM_CAPTURE_SYNC: 'off',
        ...(fault === undefined ? {} : { ...faultEnvironment(this.shim ?? '', fault, log), FAULT_EXE: 'node' }),
      },
    });
    const faults = existsSync(log) ? readFileSync(log, 'latin1') : '';
    return { code: status, signal, stdout, stderr, faults };
  }

  /** Keeps what is there under a name. */
  keep(name: string): void {
    const kept = join(this.root, name);
    execFileSync('sh', ['-c', 'rm -rf "$1" && cp -a "$0" "$1"', this.box.root, kept]);
  }

  /** Puts back what was kept under a name. */
  restore(name: string): void {
    execFileSync('sh', ['-c', 'rm -rf "$0" && cp -a "$1" "$0"', this.box.root, join(this.root, name)]);
  }

  /** Remembers what the store holds, and what files outside of it say, for the judgement of later runs. */
  rememberGround(command: WritingCommand): void {
    const { ids, types } = this.#read();
    const texts = Object.keys(command.files?.(this) ?? {}).map((path) => [path, textOf(path)] as const);
    this.#ground = { ids, types, files: new Map(texts) };
  }

  /** What is there now. */
  look(): Look {
    const { types } = this.#read();
    return { lab: this, came: (type) => (types.get(type) ?? 0) - (this.#ground.types.get(type) ?? 0) };
  }

  /** What must hold whatever happened: nothing is gone or there twice, no commit in part, verify finds no error. */
  async expectSound(command: WritingCommand, what: string): Promise<void> {
    for (const [path, isWhole] of Object.entries(command.files?.(this) ?? {})) {
      const text = textOf(path);
      expect(text === this.#ground.files.get(path) || isWhole(text), `${what}: ${path} holds ${text}`).toBe(true);
    }
    if (!existsSync(this.layout.journalDir)) return;
    const { ids, partial } = this.#read();
    const present = new Set(ids);
    expect(ids.length, `${what}: twice`).toBe(present.size);
    expect(
      this.#ground.ids.filter((id) => !present.has(id)),
      `${what}: gone`,
    ).toEqual([]);
    if (command.takesOut !== true) expect(partial, what).toEqual([]);
    const { findings } = await verifyStore({ layout: this.layout, sha256 });
    const errors = findings.filter(({ severity, code }) => severity === 'error' && !command.unfinished?.includes(code));
    if (command.damaged !== true)
      expect(
        errors.map(({ code, file, detail }) => `${code} ${file} ${detail}`),
        what,
      ).toEqual([]);
  }

  /** Parts of replacements that did not come about, beside the user's own files. */
  leftovers(): readonly string[] {
    return walk(this.box.root).filter((path) => /\.(tmp|part)$|\.tmp\./.test(path) && !path.startsWith(this.box.store));
  }

  #read(): { ids: string[]; types: Map<string, number>; partial: string[] } {
    if (!existsSync(this.layout.journalDir)) return { ids: [], types: new Map(), partial: [] };
    const entries = [...openJournal(this.layout).read()];
    const types = new Map<string, number>();
    for (const entry of entries) {
      if (entry.kind !== 'damage') types.set(entry.event.type, (types.get(entry.event.type) ?? 0) + 1);
    }
    const { ids, partial } = census(entries);
    return { ids, types, partial };
  }
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '(absent)';
}
