import type { HookTable } from './hook-table.ts';
import { type JsoncMember, type JsoncNode, memberOf, textOf } from './jsonc-tree.ts';
import { isOwnCommand } from './own-command.ts';

/** A hook of loom's in a tree: its entry, the string of its command, and what it stands in. */
export interface OwnHook {
  readonly event: string;
  /** What the event's list holds: the entry itself, or its group. */
  readonly item: JsoncNode;
  readonly entry: JsoncNode;
  readonly command: string;
  readonly place: JsoncNode;
}

/** The entries of one item of an event's list. */
function entriesOf(item: JsoncNode, shape: HookTable['shape']): readonly JsoncNode[] {
  if (shape === 'flat') return [item];
  const list = memberOf(item, 'hooks')?.value;
  return list?.kind === 'array' ? list.children : [];
}

function ownHooksOf({ key: event, value }: JsoncMember, table: HookTable): readonly OwnHook[] {
  const items = value.kind === 'array' ? value.children : [];
  return items.flatMap((item) =>
    entriesOf(item, table.shape).flatMap((entry) => {
      const command = textOf(entry, table.commandKey);
      const place = memberOf(entry, table.commandKey)?.value;
      if (command === undefined || place === undefined || !isOwnCommand(command)) return [];
      return [{ event, item, entry, command, place }];
    }),
  );
}

/** Every hook of loom's in the settings of an agent, in their order. */
export function findOwnHooks(root: JsoncNode, table: HookTable): readonly OwnHook[] {
  const hooks = memberOf(root, 'hooks')?.value;
  return hooks?.kind === 'object' ? hooks.children.flatMap((member) => ownHooksOf(member, table)) : [];
}
