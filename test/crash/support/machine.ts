/** What this machine can do for the fault tests; what it cannot is said once, with the reason. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A machine that can do a thing, or why it cannot. */
export type Ability = { readonly can: true } | { readonly can: false; readonly because: string };

const CAN: Ability = { can: true };

export const isRoot = process.getuid?.() === 0;

/** Says why a group of tests is left out; answers whether it is. */
export function leftOut(what: string, ability: Ability): boolean {
  if (ability.can) return false;
  process.stderr.write(`skipped: ${what}: ${ability.because}\n`);
  return true;
}

function probe(because: string, attempt: () => void): Ability {
  try {
    attempt();
    return CAN;
  } catch {
    return { can: false, because };
  }
}

/** Whether a file system of its own can be mounted here. */
export function canMount(): Ability {
  if (!isRoot) return { can: false, because: 'only root can mount' };
  const folder = mkdtempSync(join(tmpdir(), 'loom-mount-'));
  return probe('this machine does not let root mount', () => {
    mountMemory(folder, 'size=64k');
    unmount(folder);
    rmSync(folder, { recursive: true });
  });
}

/** Whether a program is found; the fault tests install nothing. */
export function canRun(program: string): Ability {
  const { error } = spawnSync(program, ['--version'], { stdio: 'ignore' });
  return error === undefined ? CAN : { can: false, because: `${program} is not installed` };
}

/** Mounts a file system in memory, open to nobody else. */
export function mountMemory(folder: string, options: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `mode=700,${options}`, 'tmpfs', folder], { stdio: 'ignore' });
}

export function remount(folder: string, options: string): void {
  execFileSync('mount', ['-o', `remount,${options}`, folder], { stdio: 'ignore' });
}

export function unmount(folder: string): void {
  execFileSync('umount', [folder], { stdio: 'ignore' });
}

/** A disk in a file, whose power can be cut; `undefined` where that cannot be had. */
export class FragileDisk {
  readonly folder: string;
  readonly #image: string;
  readonly #cutter: string;

  constructor(scratch: string) {
    this.folder = join(scratch, 'disk');
    this.#image = join(scratch, 'disk.img');
    this.#cutter = join(scratch, 'cut-power');
    execFileSync('gcc', ['-O1', '-o', this.#cutter, resolve(import.meta.dirname, '../cut-power.c')]);
    writeFileSync(this.#image, '');
    truncateSync(this.#image, 96 * 1024 * 1024);
    execFileSync('mkfs.ext4', ['-q', '-F', this.#image], { stdio: 'ignore' });
    mkdirSync(this.folder);
    this.mount();
  }

  mount(): void {
    execFileSync('mount', ['-o', 'loop', this.#image, this.folder], { stdio: 'ignore' });
  }

  /** What is in the caches is gone, as when the power goes. */
  cutPower(): void {
    execFileSync(this.#cutter, [this.folder]);
  }

  unmount(): void {
    unmount(this.folder);
  }
}

/** Whether a disk can be had whose power is cut. */
export function canCutPower(): Ability {
  const mounting = canMount();
  if (!mounting.can) return mounting;
  if (!readFileSync('/proc/filesystems', 'utf8').includes('\text4')) return { can: false, because: 'no ext4 here' };
  const scratch = mkdtempSync(join(tmpdir(), 'loom-power-'));
  const ability = probe('no loop device, mkfs.ext4, gcc or shutdown call here', () => {
    const disk = new FragileDisk(scratch);
    disk.cutPower();
    disk.unmount();
  });
  rmSync(scratch, { recursive: true, force: true });
  return ability;
}
