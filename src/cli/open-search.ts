import type { AppContext } from '../app/context.ts';
import type { SearchIndex } from '../app/ports/search.ts';
import type { SearchIndexOptions } from '../search-index/open-search-index.ts';
import type { KeptPlaces } from '../transcripts/read-kept.ts';
import { boundOldMemory, openCuttingThread } from './late-adapters.ts';
import { writeNotice } from './output.ts';
import { systemClock } from './system-sources.ts';

/** One search index for the invocation, loaded at the first search. */
export function searchOpener(
  parts: Pick<SearchIndexOptions, 'folder' | 'mint' | 'onSlow'>,
  places: KeptPlaces,
): AppContext['openSearch'] {
  let opened: Promise<SearchIndex> | undefined;
  const open = async (): Promise<SearchIndex> => {
    const { openSearchIndex } = await import('../search-index/open-search-index.ts');
    const onNotice = (message: string): void => writeNotice(`Warning: ${message}\n`);
    const openCutter = () => openCuttingThread({ parts: places, bound: boundOldMemory });
    return openSearchIndex({ ...parts, now: systemClock, onNotice, openCutter });
  };
  return () => {
    opened ??= open();
    return opened;
  };
}
