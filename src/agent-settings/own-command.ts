import { isLoomHook } from '../kernel/loom-marks.ts';

/** A path that a shell takes as one word without quotes, and whose quotes would hold nothing that acts. */
const PLAIN_PATH = /^[A-Za-z0-9_@%+=:,./-]+$/;
const UNQUOTABLE = /["\\$`\r\n]/;
const PROGRAM = /^(?:"(?<quoted>[^"]+)"|(?<plain>\S+)) hook /;

/** Whether a path can stand in a command line of a hook. */
export function canQuote(program: string): boolean {
  return !UNQUOTABLE.test(program);
}

/** The command line that an agent runs at a hook. */
export function hookCommand(program: string, word: string): string {
  return `${PLAIN_PATH.test(program) ? program : `"${program}"`} hook ${word}`;
}

/** Whether a command line of an agent's settings is a hook of loom's, whatever place it is installed at. */
export function isOwnCommand(command: string): boolean {
  return isLoomHook(command);
}

/** The program of a command line of loom's. */
export function programOf(command: string): string {
  const found = PROGRAM.exec(command)?.groups;
  return found?.['quoted'] ?? found?.['plain'] ?? '';
}

/** Whether a program and its arguments are loom's own, serving MCP or told of turns. */
export function isOwnProgram(program: string, args: readonly string[], rest: readonly string[]): boolean {
  const isLoom = /(?:^|\/)loom$/.test(program) || program.endsWith('/bin/run.js');
  return isLoom && args.join('\0') === rest.join('\0');
}
