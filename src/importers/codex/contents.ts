import type { ContentGatherer } from '../../app/ports/importer.ts';
import type { IsoTime } from '../../kernel/ids.ts';
import { asObject, field, isTrue, objectField, textField } from '../../kernel/json-fields.ts';
import { TouchedContents } from '../touched-contents.ts';
import { recordTime } from './facts.ts';
import { type CodexItem, readItem } from './item.ts';

/** The content of a file that a patch adds; other changes say only what differs. */
function addedContent(change: unknown): string | undefined {
  const object = asObject(change);
  const content =
    textField(object, 'type') === 'add' ? field(object, 'content') : field(objectField(object, 'add'), 'content');
  return typeof content === 'string' ? content : undefined;
}

/** Where a patch moves a file to. */
function movedPath(change: unknown): string | undefined {
  const object = asObject(change);
  return textField(object, 'move_path') ?? textField(objectField(object, 'update'), 'move_path');
}

/** Notes every file of a patch that went through. */
function notePatch(
  contents: TouchedContents,
  item: CodexItem,
  { folder, at }: { folder: string; at: IsoTime | null },
): void {
  for (const [path, change] of Object.entries(objectField(item.payload, 'changes') ?? {})) {
    const content = addedContent(change);
    const place = movedPath(change) ?? path;
    contents.note({ path: place, folder, access: 'write', at, ...(content === undefined ? {} : { content }) });
  }
}

/** Gathers files that patches add whole, and those of which they tell only that they changed. */
export function gatherCodexContents(digest: (content: string) => string): ContentGatherer {
  const contents = new TouchedContents(digest);
  let folder = '';
  return {
    add(value) {
      const record = asObject(value);
      const item = record === undefined ? undefined : readItem(record);
      if (record === undefined || item === undefined) return;
      folder = textField(item.payload, 'cwd') ?? folder;
      if (item.type !== 'patch_apply_end' || !isTrue(item.payload, 'success')) return;
      notePatch(contents, item, { folder, at: recordTime(record)?.iso ?? null });
    },
    finish: () => contents.list(),
  };
}
