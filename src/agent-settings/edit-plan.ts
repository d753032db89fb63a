import type { SettingsRefusal } from '../app/ports/agent-settings.ts';
import type { TextEdit } from './text-edit.ts';

/** What an editor would do to a text. */
export type EditPlan =
  | { readonly ok: true; readonly edits: readonly TextEdit[]; readonly notes?: readonly string[] }
  | ({ readonly ok: false } & SettingsRefusal);

/** Puts one thing of loom's into a text, and takes it out again. Both leave a text alone that is as they want it. */
export interface SettingsEditor {
  readonly install: (text: string) => EditPlan;
  readonly uninstall: (text: string) => EditPlan;
}

/** A plan that changes nothing. */
export const NO_EDITS: EditPlan = { ok: true, edits: [] };

/** A text that is left as it is. */
export function refuseEdit(code: string, message: string): EditPlan {
  return { ok: false, code, message };
}
