import { parse } from 'smol-toml';
import { type EditPlan, NO_EDITS, refuseEdit, type SettingsEditor } from './edit-plan.ts';
import { isOwnProgram } from './own-command.ts';
import { applyEdits, type TextEdit } from './text-edit.ts';

type Table = Readonly<Record<string, unknown>>;

const NOTIFY = ['hook', 'codex-notify'];
/** Comments and blank lines that a file begins with. */
const PREAMBLE = /^(?:[ \t]*(?:#[^\n]*)?\n)*/;
/** Lines exactly as they are written here; what a person wrote otherwise is theirs to remove. */
const NOTIFY_LINE = /^notify = \[[^\n]*"hook", "codex-notify"\]\r?\n/m;
const SERVER_LINES = /(?:^\r?\n)?^\[mcp_servers\.loom\]\r?\ncommand = [^\n]*\nargs = \["mcp"\]\r?\n/m;

function readToml(text: string): Table | undefined {
  try {
    return parse(text) as Table;
  } catch {
    return undefined;
  }
}

/** Edits are taken only when the whole still parses, and says what it should. */
function checked(text: string, edits: readonly TextEdit[], holds: (table: Table) => boolean): EditPlan {
  const after = readToml(applyEdits(text, edits));
  if (after !== undefined && holds(after)) return { ok: true, edits };
  return refuseEdit('unexpected-shape', 'it is written in a way that loom cannot add to or take from');
}

function withLines(text: string, lines: readonly string[]): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return lines.map((line) => line + eol).join('');
}

function list(words: readonly string[]): string {
  return `[${words.map((word) => JSON.stringify(word)).join(', ')}]`;
}

function isOwnList(value: unknown): boolean {
  const [program, ...args] = Array.isArray(value) ? value.map(String) : [];
  return program !== undefined && isOwnProgram(program, args, NOTIFY);
}

function serverOf(table: Table): Table | undefined {
  return (table['mcp_servers'] as Table | undefined)?.['loom'] as Table | undefined;
}

function isOwnServer(server: Table | undefined): boolean {
  const { command, args } = server ?? {};
  return typeof command === 'string' && isOwnProgram(command, Array.isArray(args) ? args.map(String) : [], ['mcp']);
}

function opened(text: string, plan: (table: Table) => EditPlan): EditPlan {
  const table = readToml(text);
  return table === undefined ? refuseEdit('not-toml', 'it is no TOML') : plan(table);
}

function cutLines(text: string, lines: RegExp): readonly TextEdit[] {
  const found = lines.exec(text);
  return found === null ? [] : [{ at: found.index, cut: found[0].length, put: '' }];
}

function addNotify(text: string, notify: unknown, program: string): EditPlan {
  const words = list([program, ...NOTIFY]);
  const put = withLines(text, [`notify = ${words}`]);
  const isPut = (table: Table): boolean => isOwnList(table['notify']);
  if (notify === undefined) {
    return checked(text, [{ at: PREAMBLE.exec(text)?.[0].length ?? 0, cut: 0, put }], isPut);
  }
  if (!isOwnList(notify)) return refuseEdit('name-taken', 'notify names another program, and Codex takes one alone');
  if (list(notify as string[]) === words) return NO_EDITS;
  return checked(text, replaceLines(cutLines(text, NOTIFY_LINE)[0], put), isPut);
}

/** Puts lines in the place of older ones, where those are as loom writes them. */
function replaceLines(cut: TextEdit | undefined, put: string): readonly TextEdit[] {
  return cut === undefined ? [] : [{ ...cut, put }];
}

/** The program that Codex tells of each turn, in `config.toml`; it takes one alone. */
export function notifySettings(program: string): SettingsEditor {
  return {
    install: (text) => opened(text, ({ notify }) => addNotify(text, notify, program)),
    uninstall: (text) =>
      opened(text, ({ notify }) =>
        isOwnList(notify) ? checked(text, cutLines(text, NOTIFY_LINE), (now) => !isOwnList(now['notify'])) : NO_EDITS,
      ),
  };
}

function addServer(text: string, server: Table | undefined, program: string): EditPlan {
  if (server !== undefined && !isOwnServer(server)) {
    return refuseEdit('name-taken', 'a server named loom is there, and it is not this one');
  }
  if (server?.['command'] === program) return NO_EDITS;
  const gap = text.trim() === '' ? [] : [''];
  const lines = ['[mcp_servers.loom]', `command = ${JSON.stringify(program)}`, 'args = ["mcp"]'];
  const put = withLines(text, [...gap, ...lines]);
  const isPut = (table: Table): boolean => serverOf(table)?.['command'] === program;
  if (server !== undefined) return checked(text, replaceLines(cutLines(text, SERVER_LINES)[0], put), isPut);
  const glue = text === '' || text.endsWith('\n') ? '' : withLines(text, ['']);
  return checked(text, [{ at: text.length, cut: 0, put: glue + put }], isPut);
}

/** loom's MCP server in `config.toml` of Codex. */
export function codexServer(program: string): SettingsEditor {
  return {
    install: (text) => opened(text, (table) => addServer(text, serverOf(table), program)),
    uninstall: (text) =>
      opened(text, (table) =>
        isOwnServer(serverOf(table))
          ? checked(text, cutLines(text, SERVER_LINES), (now) => serverOf(now) === undefined)
          : NO_EDITS,
      ),
  };
}
