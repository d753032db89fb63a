import { describe, expect, it } from 'vitest';
import { CommandLab } from './support/command-lab.ts';
import { layGround, SESSION_COMMANDS } from './support/session-commands.ts';
import { layFirst, sweepCommand } from './support/sweep.ts';

const lab = new CommandLab();
if (lab.shim === undefined)
  process.stderr.write('faults in commands are skipped: gcc did not build fault-shim.c here\n');
else layFirst(lab, layGround);

describe.skipIf(lab.shim === undefined)('a command on sessions, whose system calls fail one after another', () => {
  it.each(SESSION_COMMANDS.map((command) => [command.name, command] as const))(
    '%s: what it acknowledged is there, and the next one goes on',
    async (_, command) => {
      const { faults, wrong } = await sweepCommand(lab, command);
      expect(wrong.slice(0, 5), `${wrong.length} of ${faults}`).toEqual([]);
      expect(faults).toBeGreaterThan(0);
    },
  );
});
