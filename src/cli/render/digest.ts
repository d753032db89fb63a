import type { AdoptedEdit } from '../../app/adopt-digest.ts';
import type { DigestEdit } from '../../domain/digest-edits.ts';
import { refusalError } from '../refusal-words.ts';
import { safeLine } from '../safe-text.ts';
import { MEMORY_WORDS } from '../words/memory.ts';

const WHY_KEPT = {
  'no-claim': 'no claim',
  'not-whole': 'the page does not show all of this record',
  recently: 'what sessions did follows from them',
} as const;

/** One edit of a page, for people. */
export function editLine(edit: DigestEdit): string {
  switch (edit.kind) {
    case 'added':
      return `new       ${safeLine(edit.text)}`;
    case 'changed':
      return `changed   ${edit.record.id}: ${safeLine(edit.text)}`;
    case 'moved':
      return `moved     ${edit.record.id} to ${edit.to}: ${safeLine(edit.record.text)}`;
    case 'removed':
      return `removed   ${edit.record.id}: ${safeLine(edit.record.text)}`;
    case 'kept':
      return `kept      line ${edit.line}, ${WHY_KEPT[edit.why]}: ${safeLine(edit.text)}`;
  }
}

/** One edit of a page, for `--json`. */
export function editJson(edit: DigestEdit): object {
  return {
    kind: edit.kind,
    line: 'line' in edit ? edit.line : null,
    id: 'record' in edit ? edit.record.id : null,
    text: 'text' in edit ? edit.text : edit.record.text,
    to: edit.kind === 'moved' ? edit.to : edit.kind === 'added' ? edit.section : null,
    why: edit.kind === 'kept' ? edit.why : null,
  };
}

const RESULTS = { adopted: 'adopted', refused: 'refused', left: 'left' } as const;

/** What became of an edit, for people. */
export function adoptedLine({ edit, result, refusal }: AdoptedEdit): string {
  const because = refusal === null ? '' : ` (${refusalError(MEMORY_WORDS, refusal).message})`;
  return `${RESULTS[result]}: ${editLine(edit)}${because}`;
}

/** What became of an edit, for `--json`. */
export function adoptedJson({ edit, result, memory, refusal }: AdoptedEdit): object {
  return { ...editJson(edit), id: memory, result, because: refusal?.code ?? null };
}
