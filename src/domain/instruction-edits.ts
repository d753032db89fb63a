import type { PairedCall } from './tool-pairing.ts';
import { toolPaths } from './tool-paths.ts';

/** Lines that an agent added to a file of instructions. */
export interface InstructionEdit {
  readonly file: string;
  readonly lines: readonly string[];
}

const FILES =
  /(?:^|[\\/])(CLAUDE(?:\.local)?\.md|AGENTS\.md|GEMINI\.md|QWEN\.md|\.cursorrules|copilot-instructions\.md)$/i;
/** A request to note something, besides the name of the file itself. */
const ASKS = /\b(?:CLAUDE|AGENTS|GEMINI|QWEN)(?:\.local)?\.md\b|\.cursorrules\b|\bcopilot-instructions\b|^#\s+\S/i;
/** A call that writes more is no note; a file that is written anew says too much at once. */
const MOST_LINES = 12;
const LONGEST_LINE = 500;
const NO_CLAIM = /^\s*(?:#{1,6}\s|```|~~~|<!--|-->|\||[-*_=]{3,}\s*$|$)/;
const BULLET = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/;

function member(input: unknown, ...names: readonly string[]): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const members = input as Readonly<Record<string, unknown>>;
  const name = names.find((each) => Object.hasOwn(members, each) && typeof members[each] === 'string');
  return name === undefined ? undefined : (members[name] as string);
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

/** Lines that a patch adds to one file. */
function patchedLines(patch: string, file: string): readonly string[] {
  const added: string[] = [];
  let here = false;
  for (const line of linesOf(patch)) {
    const header = /^(?:\*\*\* (?:Update|Add) File: |\+\+\+ (?:b\/)?)(.*)$/.exec(line);
    if (header !== null) here = (header[1] ?? '').trim() === file;
    else if (here && line.startsWith('+')) added.push(line.slice(1));
  }
  return added;
}

/** Lines that a call added, as far as its arguments tell; a file that is written whole tells not what is new in it. */
function addedLines({ input }: PairedCall, file: string): readonly string[] {
  const after = member(input, 'new_string', 'newString', 'new_str', 'insert_text');
  if (after !== undefined) {
    const before = new Set(linesOf(member(input, 'old_string', 'oldString', 'old_str') ?? ''));
    return linesOf(after).filter((line) => !before.has(line));
  }
  const patch = member(input, 'patch', 'input', 'diff');
  return patch === undefined ? [] : patchedLines(patch, file);
}

function claimsOf(lines: readonly string[]): readonly string[] {
  let fenced = false;
  const claims: string[] = [];
  for (const line of lines) {
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
    else if (!fenced && !NO_CLAIM.test(line) && line.length <= LONGEST_LINE)
      claims.push(line.replace(BULLET, '').trim());
  }
  return claims.filter((claim) =>
    /\p{L}.*\s.*\p{L}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{4}/su.test(claim),
  );
}

/** Whether a prompt asks for a note in a file of instructions: it names one, or begins with `#`, as some agents take notes. */
export function asksForNote(prompt: string): boolean {
  return ASKS.test(prompt);
}

/** What a call that succeeded added to files of instructions; empty for any other call, and for one that wrote too much. */
export function instructionEdits(call: PairedCall): readonly InstructionEdit[] {
  if (call.status !== 'ok') return [];
  const files = toolPaths(call.name, call.input).filter(({ path, access }) => access === 'edit' && FILES.test(path));
  return files.flatMap(({ path }) => {
    const lines = claimsOf(addedLines(call, path));
    return lines.length === 0 || lines.length > MOST_LINES ? [] : [{ file: path, lines }];
  });
}
