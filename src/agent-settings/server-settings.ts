import { type EditPlan, NO_EDITS, refuseEdit, type SettingsEditor } from './edit-plan.ts';
import { checkedEditor, openJsonObject, planNewFile } from './json-settings.ts';
import { addChildren, removeChildren } from './jsonc-edit.ts';
import { type JsoncMember, type JsoncObject, jsonValue, memberOf } from './jsonc-tree.ts';
import { isOwnProgram } from './own-command.ts';

/** How an agent's file names MCP servers. */
export interface ServerTable {
  readonly key: 'mcpServers' | 'mcp';
  readonly value: (program: string) => Readonly<Record<string, unknown>>;
}

/** What most agents take. */
export const COMMON_SERVER: ServerTable = {
  key: 'mcpServers',
  value: (program) => ({ command: program, args: ['mcp'] }),
};

export const COPILOT_SERVER: ServerTable = {
  key: 'mcpServers',
  value: (program) => ({ type: 'local', command: program, args: ['mcp'], tools: ['*'] }),
};

export const OPENCODE_SERVER: ServerTable = {
  key: 'mcp',
  value: (program) => ({ type: 'local', command: [program, 'mcp'], enabled: true }),
};

const NAME = 'loom';

/** A server that is to be there. */
interface NewServer {
  readonly key: ServerTable['key'];
  readonly entry: unknown;
  readonly program: string;
}

function wordsOf(member: JsoncMember): readonly string[] {
  const value = jsonValue(member.value) as { readonly command?: unknown; readonly args?: unknown } | null;
  const words = [value?.command, value?.args].flat();
  return words.filter((word) => typeof word === 'string');
}

function isOwnServer(member: JsoncMember): boolean {
  const [program = '', ...args] = wordsOf(member);
  return isOwnProgram(program, args, ['mcp']);
}

/** The command of an own server, put right where the program is at another place now. */
function refreshServer(member: JsoncMember, program: string): EditPlan {
  const command = memberOf(member.value, 'command')?.value;
  const place = command?.kind === 'array' ? command.children[0] : command;
  if (place === undefined || jsonValue(place) === program) return NO_EDITS;
  return { ok: true, edits: [{ at: place.start, cut: place.end - place.start, put: JSON.stringify(program) }] };
}

function addServer(text: string, root: JsoncObject, { key, entry, program }: NewServer): EditPlan {
  const servers = memberOf(root, key)?.value;
  if (servers === undefined) {
    return { ok: true, edits: addChildren(text, root, [{ key, value: { [NAME]: entry } }]) };
  }
  if (servers.kind !== 'object') return refuseEdit('unexpected-shape', `${key} is no object`);
  const there = memberOf(servers, NAME);
  if (there === undefined) return { ok: true, edits: addChildren(text, servers, [{ key: NAME, value: entry }]) };
  if (isOwnServer(there)) return refreshServer(there, program);
  return refuseEdit('name-taken', 'a server named loom is there, and it is not this one');
}

function removeServer(text: string, root: JsoncObject, key: string): EditPlan {
  const servers = memberOf(root, key);
  const there = memberOf(servers?.value, NAME);
  if (servers?.value.kind !== 'object' || there === undefined || !isOwnServer(there)) return NO_EDITS;
  if (servers.value.children.length === 1) return { ok: true, edits: removeChildren(text, root, new Set([servers])) };
  return { ok: true, edits: removeChildren(text, servers.value, new Set([there])) };
}

/** Puts loom's MCP server into a JSON file of servers, beside those of others, and takes it out. */
export function serverSettings(table: ServerTable, program: string): SettingsEditor {
  return checkedEditor({
    install: (text) => {
      if (text.trim() === '') return planNewFile(text, { [table.key]: { [NAME]: table.value(program) } });
      const opened = openJsonObject(text);
      return 'refusal' in opened
        ? opened.refusal
        : addServer(text, opened.root, { key: table.key, entry: table.value(program), program });
    },
    uninstall: (text) => {
      if (text.trim() === '') return NO_EDITS;
      const opened = openJsonObject(text);
      return 'refusal' in opened ? opened.refusal : removeServer(text, opened.root, table.key);
    },
  });
}
