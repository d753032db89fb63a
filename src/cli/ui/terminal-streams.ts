import { isatty } from 'node:tty';
import type { UiTerminal } from '../../ui/ui-host.ts';
import { wantsColor } from '../screen.ts';

type Environment = Readonly<Record<string, string | undefined>>;

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

/** Whether the terminal can be drawn on: a person is there, and it takes more than lines. */
export function canDraw(env: Environment): boolean {
  if (env['TERM'] === 'dumb' || isSet(env['CI'])) return false;
  return isatty(0) && isatty(1);
}

/** Whether the locale says that more than ASCII is shown. */
function showsUnicode(env: Environment, platform: NodeJS.Platform): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return platform === 'win32' || /utf-?8/i.test(locale);
}

/** The terminal of this process. */
export function terminalOfProcess(colorFlag: boolean | undefined): UiTerminal {
  return {
    input: process.stdin,
    output: process.stdout,
    color: wantsColor({ env: process.env, colorFlag, terminal: true }),
    unicode: showsUnicode(process.env, process.platform),
  };
}
