import { type BlockRefusal, findBlock, placeBlock } from '../domain/digest-block.ts';
import { type DigestEdit, holdsBytes } from '../domain/digest-edits.ts';
import { diffTexts, renderDiff } from '../domain/text-diff.ts';
import type { ProjectId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import { editsIn } from './render-digest.ts';

export type { BlockRefusal } from '../domain/digest-block.ts';

/** What keeping the block of a file would come to. */
export type BlockPlan =
  | { readonly kind: 'refused'; readonly refusal: BlockRefusal }
  | {
      readonly kind: 'planned';
      readonly text: string;
      readonly isNew: boolean;
      readonly isChanged: boolean;
      /** Redacted, for a person to read. */
      readonly diff: string;
      /** What somebody wrote into the block, and would be lost. */
      readonly edits: readonly DigestEdit[];
    };

/** Plans the block of a file that agents read: the file's text in, its new text out. */
export function planBlock(
  app: AppContext,
  { project, file, body }: { readonly project: ProjectId | null; readonly file: string; readonly body: string },
): BlockPlan {
  const placed = placeBlock(file, body);
  if ('refusal' in placed) return { kind: 'refused', refusal: placed.refusal };
  const found = findBlock(file);
  const inner = 'place' in found ? (found.place?.inner ?? '') : '';
  const edits = inner.trim() === body.trim() ? [] : editsIn(app, project, inner).filter(holdsBytes);
  return {
    kind: 'planned',
    ...placed,
    isChanged: placed.text !== file,
    diff: compareRedacted(app, file, placed.text),
    edits,
  };
}

/** How two texts differ, redacted, for a person to read; empty when they do not. */
export function compareRedacted(app: Pick<AppContext, 'redactor'>, before: string, after: string): string {
  return renderDiff(diffTexts(app.redactor.redact(before).text, app.redactor.redact(after).text));
}
