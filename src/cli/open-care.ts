import { checkKeptTranscript } from '../app/check-transcript.ts';
import type { AppContext } from '../app/context.ts';
import type { StoreCare } from '../app/ports/store-care.ts';
import type { OpenAppOptions } from './composition.ts';
import { mintWith, sha256, systemClock, systemRandomness } from './system-sources.ts';

/** Opens the care of the store that the options name, readable or not, of whatever format. */
export async function openCare(options: OpenAppOptions, app?: Pick<AppContext, 'transcripts'>): Promise<StoreCare> {
  const { openStoreCare } = await import('../journal/store-care.ts');
  const { storeLayout } = await import('../journal/store-layout.ts');
  const randomness = systemRandomness();
  return openStoreCare({
    randomness,
    layout: storeLayout(options.paths.store),
    sha256,
    clock: systemClock,
    mintEventId: mintWith(systemClock, randomness),
    rotateAt: 32 * 1024 * 1024,
    checkTranscript: (session, keptLength) =>
      app === undefined ? [] : checkKeptTranscript(app.transcripts, { session, keptLength }),
  });
}
