import type { BlockRefusal } from '../../app/digest-block-file.ts';
import type { RefusalTable } from '../refusal-words.ts';

/** What a person reads when loom's block of a file cannot be kept. */
export const BLOCK_WORDS: RefusalTable<{ readonly code: BlockRefusal; readonly path: string }> = {
  'block-unpaired': {
    kind: 'refused',
    message: ({ path }) => `${path} has only one of the two markers of loom's block; nothing was written`,
    hints: () => ['put both back, <!-- loom:begin --> and <!-- loom:end -->, or take both out'],
  },
  'block-repeated': {
    kind: 'refused',
    message: ({ path }) => `${path} holds loom's block more than once; nothing was written`,
    hints: () => ['keep one of them'],
  },
  'block-in-conflict': {
    kind: 'refused',
    message: ({ path }) => `${path} has an unresolved merge in loom's block; nothing was written`,
    hints: () => ['resolve it: either side will do, the block is written anew'],
  },
};
