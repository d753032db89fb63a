import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll } from 'vitest';
import type { JournalEntry } from '../../../src/app/ports/journal.ts';
import { openOrCreateStore } from '../../../src/journal/store-file.ts';
import type { StoreLayout } from '../../../src/journal/store-layout.ts';
import { storeLayout } from '../../../src/journal/store-layout.ts';
import { SOURCES } from '../../journal/journal-fixture.ts';
import { removeFolder } from '../../support/remove-folder.ts';

/** One line that a driver said. */
export interface Said {
  readonly ok: boolean;
  readonly ids?: readonly string[];
  readonly kind?: string;
  readonly code?: string;
  readonly errno?: string;
  readonly types?: readonly string[];
}

/** A kind of system call that the shim makes fail. */
export type FaultyCall = 'write' | 'sync' | 'rename' | 'open' | 'unlink' | 'truncate' | 'mkdir';

export interface Fault {
  readonly op: FaultyCall | 'all';
  /** Which call; 0 only counts them, and those of `all`. */
  readonly n: number;
  /** 0 kills the process at that call. */
  readonly errno: number;
  readonly forever?: boolean;
  readonly short?: number;
  /** Texts of which a path contains one, separated by colons. */
  readonly path: string;
  /** Text that it does not contain. */
  readonly skip?: string;
}

const REPOSITORY = resolve(import.meta.dirname, '../../..');

/** A folder with the driver, bundled, and the fault shim, compiled; gone after the test file. */
export class CrashLab {
  readonly folder: string;
  readonly driver: string;
  readonly #shim: string | undefined;
  #stores = 0;

  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'loom-crash-'));
    afterAll(() => removeFolder(this.folder));
    this.driver = join(this.folder, 'driver.cjs');
    symlinkSync(join(REPOSITORY, 'node_modules'), join(this.folder, 'node_modules'));
    buildSync({
      entryPoints: [join(REPOSITORY, 'test/crash/support/store-driver.ts')],
      outfile: this.driver,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logOverride: { 'empty-import-meta': 'silent' },
    });
    this.#shim = compileShim(this.folder);
  }

  get hasShim(): boolean {
    return this.#shim !== undefined;
  }

  /** A fresh store. */
  async newStore(): Promise<StoreLayout> {
    const layout = storeLayout(this.newHome());
    await openOrCreateStore({ layout, randomness: (length) => randomBytes(length), ...SOURCES });
    return layout;
  }

  /** A copy of a store. */
  copyOf(layout: StoreLayout): StoreLayout {
    const copy = storeLayout(this.newHome());
    cpSync(layout.home, copy.home, { recursive: true });
    return copy;
  }

  /** Path of a store that is not made yet. */
  newHome(): string {
    this.#stores += 1;
    return join(this.folder, `store-${this.#stores}`);
  }

  /** Runs a driver to its end and answers what it said. */
  run(
    args: readonly string[],
    fault?: Fault,
  ): { readonly said: readonly Said[]; readonly faults: number; readonly signal: string | null } {
    const log = join(this.folder, 'faults');
    rmSync(log, { force: true });
    const env =
      fault === undefined ? process.env : { ...process.env, ...faultEnvironment(this.#shim ?? '', fault, log) };
    const result = spawnSync(process.execPath, [this.driver, ...args], { env, encoding: 'utf8' });
    const faults = existsSync(log) ? readFileSync(log).length : 0;
    return { said: readSaid(result.stdout), faults, signal: result.signal };
  }

  /** Starts a driver that runs until it is killed, from outside or by its fault. */
  start(args: readonly string[], fault?: Fault): ChildProcess {
    const log = join(this.folder, 'faults-of-writers');
    const env =
      fault === undefined ? process.env : { ...process.env, ...faultEnvironment(this.#shim ?? '', fault, log) };
    return spawn(process.execPath, [this.driver, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  }
}

/** The environment that makes the shim of {@link compileShim} do it. */
export function faultEnvironment(shim: string, fault: Fault, log: string): Record<string, string> {
  return {
    LD_PRELOAD: shim,
    FAULT_OP: fault.op,
    FAULT_N: String(fault.n),
    FAULT_ERRNO: String(fault.errno),
    FAULT_FOREVER: fault.forever === true ? '1' : '0',
    FAULT_SHORT: String(fault.short ?? 0),
    FAULT_PATH: fault.path,
    FAULT_SKIP: fault.skip ?? '',
    FAULT_LOG: log,
  };
}

/** Compiles the fault shim into a folder; `undefined` where that cannot be done. */
export function compileShim(folder: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const shim = join(folder, 'fault-shim.so');
  try {
    const source = join(REPOSITORY, 'test/crash/fault-shim.c');
    execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-o', shim, source, '-ldl'], { stdio: 'ignore' });
    return shim;
  } catch {
    return undefined;
  }
}

/** Complete lines only: a killed driver may leave half of one. */
export function readSaid(text: string): Said[] {
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Said);
}

/** Ids that a driver was told are safe. */
export function acknowledged(said: readonly Said[]): string[] {
  return said.flatMap((line) => (line.ok ? (line.ids ?? []) : []));
}

/** Ids of all events that a reader is given, and commits of which it is given only a part. */
export function census(entries: Iterable<JournalEntry>): {
  readonly ids: string[];
  readonly partial: string[];
  readonly damage: number;
} {
  const ids: string[] = [];
  const commits = new Map<string, number>();
  let damage = 0;
  for (const entry of entries) {
    if (entry.kind === 'damage') {
      damage += 1;
      continue;
    }
    ids.push(entry.event.id);
    const [id, , size] = entry.event.commit;
    commits.set(id, (commits.get(id) ?? size) - 1);
  }
  return { ids, partial: [...commits].filter(([, left]) => left !== 0).map(([id]) => id), damage };
}
