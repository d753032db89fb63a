import { type EditPlan, refuseEdit, type SettingsEditor } from './edit-plan.ts';
import { type JsoncObject, parseJsonc } from './jsonc-tree.ts';
import { applyEdits } from './text-edit.ts';

/** The object of a JSON text that has one, or why it is left as it is. */
export function openJsonObject(text: string): { readonly root: JsoncObject } | { readonly refusal: EditPlan } {
  const parsed = parseJsonc(text);
  if (!parsed.ok) return { refusal: refuseEdit('not-json', `line ${parsed.line} is no JSON`) };
  if (parsed.root.kind !== 'object') return { refusal: refuseEdit('unexpected-shape', 'it holds no JSON object') };
  return { root: parsed.root };
}

/** The plan of a file that is new or blank. */
export function planNewFile(text: string, value: unknown): EditPlan {
  return { ok: true, edits: [{ at: 0, cut: text.length, put: `${JSON.stringify(value, null, 2)}\n` }] };
}

function isStrict(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Holds a plan to what every plan must keep: JSON stays JSON, and strict JSON stays strict. */
function checked(text: string, plan: EditPlan): EditPlan {
  if (!plan.ok || plan.edits.length === 0) return plan;
  const after = applyEdits(text, plan.edits);
  const isFit = isStrict(text) ? isStrict(after) : parseJsonc(after).ok;
  return isFit ? plan : refuseEdit('unexpected-shape', 'it is written in a way that loom cannot add to or take from');
}

/** An editor of JSON whose plans are checked before they count. */
export function checkedEditor({ install, uninstall }: SettingsEditor): SettingsEditor {
  return {
    install: (text) => checked(text, install(text)),
    uninstall: (text) => checked(text, uninstall(text)),
  };
}
