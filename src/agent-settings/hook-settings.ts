import { type EditPlan, NO_EDITS, refuseEdit, type SettingsEditor } from './edit-plan.ts';
import { findOwnHooks, type OwnHook } from './hook-entries.ts';
import type { HookTable } from './hook-table.ts';
import { checkedEditor, openJsonObject, planNewFile } from './json-settings.ts';
import { addChildren, removeChildren } from './jsonc-edit.ts';
import { type JsoncMember, type JsoncNode, type JsoncObject, memberOf } from './jsonc-tree.ts';
import { hookCommand } from './own-command.ts';
import type { TextEdit } from './text-edit.ts';

/** What is installed. */
export interface HookWish {
  readonly program: string;
  readonly withPermissions: boolean;
}

function itemFor(table: HookTable, hook: HookTable['hooks'][number], command: string): unknown {
  const entry = { ...hook.fields, [table.commandKey]: command };
  if (table.shape === 'flat') return entry;
  return { ...(hook.matcher === undefined ? {} : { matcher: hook.matcher }), hooks: [entry] };
}

function wantedItems(table: HookTable, wish: HookWish): ReadonlyMap<string, unknown> {
  const command = hookCommand(wish.program, table.word);
  const hooks = table.hooks.filter(({ isGate }) => wish.withPermissions || isGate !== true);
  return new Map(hooks.map((hook) => [hook.event, itemFor(table, hook, command)]));
}

/** Older places of the program, put right; all else of an entry is the person's. */
function refreshCommands(own: readonly OwnHook[], command: string): readonly TextEdit[] {
  return own
    .filter((hook) => hook.command !== command)
    .map(({ place }) => ({ at: place.start, cut: place.end - place.start, put: JSON.stringify(command) }));
}

function editHooks(text: string, hooks: JsoncObject, wanted: ReadonlyMap<string, unknown>): EditPlan {
  const edits: TextEdit[] = [];
  const fresh: { readonly key: string; readonly value: unknown }[] = [];
  for (const [event, item] of wanted) {
    const list = memberOf(hooks, event)?.value;
    if (list === undefined) fresh.push({ key: event, value: [item] });
    else if (list.kind !== 'array') return refuseEdit('unexpected-shape', `hooks.${event} is no list`);
    else edits.push(...addChildren(text, list, [{ value: item }]));
  }
  return { ok: true, edits: [...edits, ...addChildren(text, hooks, fresh)] };
}

function repeatedKey(node: JsoncNode | undefined, keys: Iterable<string>): string | undefined {
  const all = node?.kind === 'object' ? node.children.map(({ key }) => key) : [];
  return [...keys].find((key) => all.indexOf(key) !== all.lastIndexOf(key));
}

function install(table: HookTable, wish: HookWish, text: string): EditPlan {
  const wanted = wantedItems(table, wish);
  if (text.trim() === '')
    return planNewFile(text, {
      ...table.head,
      hooks: Object.fromEntries([...wanted].map(([event, item]) => [event, [item]])),
    });
  const opened = openJsonObject(text);
  if ('refusal' in opened) return opened.refusal;
  const { root } = opened;
  const hooks = memberOf(root, 'hooks')?.value;
  const repeated = repeatedKey(root, ['hooks']) ?? repeatedKey(hooks, wanted.keys());
  if (repeated !== undefined) return refuseEdit('repeated-key', `the key ${repeated} stands there twice`);
  const own = findOwnHooks(root, table);
  const missing = new Map([...wanted].filter(([event]) => !own.some((hook) => hook.event === event)));
  const head = Object.entries(table.head).filter(([key]) => memberOf(root, key) === undefined);
  const tops = head.map(([key, value]) => ({ key, value }));
  const refreshed = refreshCommands(own, hookCommand(wish.program, table.word));
  if (hooks === undefined) {
    const all = Object.fromEntries([...missing].map(([event, item]) => [event, [item]]));
    return { ok: true, edits: addChildren(text, root, [...tops, { key: 'hooks', value: all }]) };
  }
  if (hooks.kind !== 'object') return refuseEdit('unexpected-shape', 'hooks is no object');
  const plan = editHooks(text, hooks, missing);
  return plan.ok ? { ok: true, edits: [...addChildren(text, root, tops), ...refreshed, ...plan.edits] } : plan;
}

/** What is left of an event's list without loom's hooks: edits, or nothing at all. */
function clearEvent(text: string, { value: list }: JsoncMember, own: readonly OwnHook[]): readonly TextEdit[] | null {
  if (list.kind !== 'array') return [];
  const gone = new Set<JsoncNode>();
  const edits: TextEdit[] = [];
  for (const item of list.children) {
    const entries = new Set(own.filter((hook) => hook.item === item).map(({ entry }) => entry));
    const within = memberOf(item, 'hooks')?.value;
    if (entries.size === 0) continue;
    const isAll = entries.has(item) || (within?.kind === 'array' && within.children.length === entries.size);
    if (isAll) gone.add(item);
    else if (within?.kind === 'array') edits.push(...removeChildren(text, within, entries));
  }
  if (gone.size === list.children.length && gone.size > 0) return null;
  return [...edits, ...removeSome(text, list, gone)];
}

function removeSome(
  text: string,
  container: Parameters<typeof removeChildren>[1],
  gone: ReadonlySet<JsoncNode>,
): readonly TextEdit[] {
  return gone.size === 0 ? [] : removeChildren(text, container, gone);
}

function uninstall(table: HookTable, text: string): EditPlan {
  if (text.trim() === '') return NO_EDITS;
  const opened = openJsonObject(text);
  if ('refusal' in opened) return opened.refusal;
  const own = findOwnHooks(opened.root, table);
  const place = memberOf(opened.root, 'hooks');
  if (own.length === 0 || place?.value.kind !== 'object') return NO_EDITS;
  const cleared = place.value.children.map((member) => ({ member, edits: clearEvent(text, member, own) }));
  const gone = new Set(cleared.filter(({ edits }) => edits === null).map(({ member }) => member));
  if (gone.size === place.value.children.length)
    return { ok: true, edits: removeChildren(text, opened.root, new Set([place])) };
  const inner = cleared.flatMap(({ edits }) => edits ?? []);
  return { ok: true, edits: [...inner, ...(gone.size === 0 ? [] : removeChildren(text, place.value, gone))] };
}

/** Puts loom's hooks into the JSON settings of an agent, beside those of others, and takes them out. */
export function hookSettings(table: HookTable, wish: HookWish): SettingsEditor {
  return checkedEditor({
    install: (text) => install(table, wish, text),
    uninstall: (text) => uninstall(table, text),
  });
}
