import type { AppContext } from '../app/context.ts';
import type { StoreMasking } from '../app/ports/store-masking.ts';
import type { OpenAppOptions } from './composition.ts';
import { mintWith, sha256, systemClock, systemRandomness } from './system-sources.ts';

/** Opens what masks secrets in the store that the options name. */
export async function openMasking(options: OpenAppOptions, { redactor }: AppContext): Promise<StoreMasking> {
  const { maskJournal } = await import('../journal/mask-journal.ts');
  const { isMaskingUnfinished } = await import('../journal/mask-intent.ts');
  const { storeLayout } = await import('../journal/store-layout.ts');
  const { createTranscriptMasking } = await import('../transcripts/mask-transcript.ts');
  const layout = storeLayout(options.paths.store);
  const { transcriptsDir, blobsDir } = layout;
  const mintEventId = mintWith(systemClock, systemRandomness());
  const context = { layout, sha256, clock: systemClock, mintEventId, rotateAt: 32 * 1024 * 1024 };
  return {
    ...createTranscriptMasking({ transcriptsDir, blobsDir, redactor: redactor.inPlace ?? redactor, sha256 }),
    journal: (request) => maskJournal(context, request),
    isUnfinished: () => isMaskingUnfinished(layout),
  };
}
