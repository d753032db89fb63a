import type { SettingsRefusal } from '../app/ports/agent-settings.ts';
import { type RestoreRecord, type RestoreStep, textDigest, undoInPlace, undoSteps } from './restore-record.ts';
import type { SettingsFile } from './settings-file.ts';
import type { SettingsTarget } from './settings-targets.ts';
import { applyEdits, invertEdits } from './text-edit.ts';

/** What becomes of the text of a file: its new text (null: the file goes), and the record that is kept of it. */
export type TextChange =
  | { readonly ok: true; readonly after: string | null; readonly record: RestoreRecord | null }
  | { readonly ok: false; readonly refusal: SettingsRefusal };

type Targets = readonly SettingsTarget[];

const BOM = '\uFEFF';
/** What is left of a file that loom made when all that loom put in is gone. */
const LEFTOVER = /^\s*(?:\{\s*(?:"version"\s*:\s*1\s*)?\})?\s*$/;

interface Edited {
  readonly text: string;
  readonly steps: readonly RestoreStep[];
}

/** Runs the editors of a file one after the other; the first that refuses refuses all. A byte order mark stays in front. */
function runEditors(text: string, targets: Targets, action: 'install' | 'uninstall'): Edited | SettingsRefusal {
  const mark = text.startsWith(BOM) ? BOM : '';
  const steps: RestoreStep[] = [];
  let body = text.slice(mark.length);
  for (const { editor } of targets) {
    const plan = editor[action](body);
    if (!plan.ok) return { code: plan.code, message: plan.message };
    if (plan.edits.length === 0) continue;
    const next = applyEdits(body, plan.edits);
    const edits = invertEdits(body, plan.edits).map((edit) => ({ ...edit, at: edit.at + mark.length }));
    steps.push({ before: textDigest(mark + body), after: textDigest(mark + next), edits });
    body = next;
  }
  return { text: mark + body, steps };
}

/** Steps of the past that this text still has: those from the first that starts out from it on never came to it, or were undone. */
function stepsSoFar(text: string, record: RestoreRecord | undefined): readonly RestoreStep[] {
  const steps = record?.steps ?? [];
  const digest = textDigest(text);
  const undone = steps.at(-1)?.after === digest ? -1 : steps.findIndex(({ before }) => before === digest);
  return undone < 0 ? steps : steps.slice(0, undone);
}

/** What installing comes to. */
export function planInstall(
  file: SettingsFile,
  {
    targets,
    record,
    folders,
  }: { readonly targets: Targets; readonly record: RestoreRecord | undefined; readonly folders: readonly string[] },
): TextChange {
  const text = file.text ?? '';
  const edited = runEditors(text, targets, 'install');
  if ('code' in edited) return { ok: false, refusal: edited };
  const known = file.text === null ? undefined : record;
  const steps = [...stepsSoFar(text, known), ...edited.steps];
  const isMade = known?.isMade ?? file.text === null;
  const made = known?.folders ?? folders;
  return { ok: true, after: edited.text, record: { v: 1, path: file.real, isMade, folders: made, steps } };
}

function isClear(text: string, targets: Targets): boolean {
  const edited = runEditors(text, targets, 'uninstall');
  return !('code' in edited) && edited.steps.length === 0;
}

/** The text without loom's own: as it was, byte for byte, where that is known; else without its entries. */
function clearText(text: string, targets: Targets, record: RestoreRecord | undefined): string | SettingsRefusal {
  const undone = undoSteps(text, stepsSoFar(text, record));
  if (undone.rest.length === 0 && record !== undefined && undone.text !== text) return undone.text;
  const restored = undoInPlace(undone.text, undone.rest);
  if (undone.rest.length > 0 && restored !== undefined && isClear(restored, targets)) return restored;
  const edited = runEditors(undone.text, targets, 'uninstall');
  if (!('code' in edited)) return edited.text;
  // What does not even name loom holds nothing of it, readable or not.
  return undone.text.includes('loom') ? edited : undone.text;
}

/** What uninstalling comes to. */
export function planUninstall(file: SettingsFile, targets: Targets, record: RestoreRecord | undefined): TextChange {
  if (file.text === null) return { ok: true, after: null, record: null };
  const after = clearText(file.text, targets, record);
  if (typeof after !== 'string') return { ok: false, refusal: after };
  const isOwn = record?.isMade === true || targets.some(({ part }) => part === 'plugin');
  const isGone = after !== file.text && isOwn && LEFTOVER.test(after);
  return { ok: true, after: isGone ? null : after, record: null };
}
