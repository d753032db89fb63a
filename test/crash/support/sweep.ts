/** Puts one writing command through every fault, at every call, and judges what is left. */
import { expect } from 'vitest';
import type { CommandLab, FaultyRun, WritingCommand } from './command-lab.ts';
import { FAULTS, sayFault } from './command-lab.ts';
import type { Fault } from './crash-lab.ts';
import { DEPTH } from './depth.ts';

/** Names of what is kept of a lab: the ground of all commands, and that of the one being tried. */
const [FIRST, GROUND] = ['first', 'ground'] as const;
const STORAGE_FAILED = 7;
/** Lays what all commands stand on. */
export function layFirst(lab: CommandLab, lay: (lab: CommandLab) => void): void {
  lay(lab);
  lab.keep(FIRST);
}

type FaultKind = Omit<Fault, 'n' | 'path'>;

const CALLS = [...new Set(FAULTS.map(({ op }) => op))];

/** Of few, a call of each kind: it fails in one command and is the end of the next, in turn. */
function isOfFew({ op, errno, forever }: FaultKind, { name }: WritingCommand): boolean {
  if (forever === true) return false;
  const isKilled = errno === 0;
  return op === 'open' || isKilled === ((CALLS.indexOf(op) + name.length) % 2 === 0);
}

/** Which of the calls of one kind fail in turn: `all`; a sample where there are many; or one in the middle, for `few`. */
function turnsOf(kind: FaultKind, command: WritingCommand, calls: number): readonly number[] {
  const turns = Array.from({ length: calls }, (_, index) => index + 1);
  if (DEPTH === 'all') return turns;
  if (DEPTH === 'few') return isOfFew(kind, command) ? turns.filter((n) => n === Math.ceil(calls / 2)) : [];
  if (kind.forever === true) return turns.filter((n) => n === 1 || n % 5 === 0);
  return kind.op === 'open' ? turns.filter((n) => n % 4 === 0) : turns;
}

/** Runs the command with the fault at its first call, its second, and so on; answers how many faults were made, and what went wrong. */
export async function sweepCommand(
  lab: CommandLab,
  command: WritingCommand,
): Promise<{ readonly faults: number; readonly wrong: readonly string[] }> {
  lab.restore(FIRST);
  command.ground?.(lab);
  lab.keep(GROUND);
  lab.rememberGround(command);
  const scope = { path: scopeOf(lab), skip: '/index/' };
  const whole = lab.run(command.args(lab), command.input?.(lab), { op: 'all', n: 0, errno: 1, ...scope });
  if (whole.code !== 0 || !command.done(lab.look())) throw new Error(`${command.name}: ${whole.stderr}${whole.stdout}`);
  const counted = whole.faults;
  let faults = 0;
  const wrong: string[] = [];
  for (const kind of FAULTS) {
    for (const n of turnsOf(kind, command, counted.split(kind.op.slice(0, 1)).length - 1)) {
      const fault: Fault = { ...kind, ...scope, n };
      lab.restore(GROUND);
      const run = lab.run(command.args(lab), command.input?.(lab), fault);
      faults += run.faults.length;
      await judge(lab, command, { run, fault }).catch((error: Error) => wrong.push(error.message));
    }
  }
  return { faults, wrong };
}

/** The store, the settings, and what lies beside them; not git's own files. */
function scopeOf(lab: CommandLab): string {
  const { store, home, work } = lab.box;
  return [
    store,
    home,
    `${work}/.claude`,
    `${work}/AGENTS`,
    lab.path('talk'),
    lab.path('store.'),
    lab.path('memory.'),
  ].join(':');
}

async function judge(lab: CommandLab, command: WritingCommand, met: { run: FaultyRun; fault: Fault }): Promise<void> {
  const { run, fault } = met;
  const what = `${command.name}, ${sayFault(fault)}: ${run.code ?? run.signal}\n${run.stderr}${run.stdout}`;
  if (fault.errno !== 0) expect([0, STORAGE_FAILED, ...(command.alsoExits ?? [])], what).toContain(run.code);
  if (run.code === STORAGE_FAILED) expect(run.stderr, what).toMatch(/^Error: /m);
  await lab.expectSound(command, what);
  if (run.code === 0 && command.silent !== true) expect(command.done(lab.look()), `${what}\nnot done`).toBe(true);
  if (fault.errno !== 0 && fault.op !== 'unlink') expect(lab.leftovers(), what).toEqual([]);
  const again = lab.run(command.args(lab), command.input?.(lab));
  const told = `${what}\nagain: ${again.code}\n${again.stderr}${again.stdout}`;
  expect(command.again ?? [0], told).toContain(again.code);
  expect(command.done(lab.look()), `${told}\nnot done again`).toBe(true);
  if (command.litters === true) lab.succeed(['journal', 'repair', '--yes']);
  await lab.expectSound({ ...command, files: () => ({}), unfinished: [], damaged: undefined }, told);
}
