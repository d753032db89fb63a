import type { Importer } from '../../app/ports/importer.ts';
import { openText } from '../text-source.ts';
import { aiderReaders } from './aider-format.ts';
import { aiderFacts } from './aider-record.ts';
import { cutHistory } from './history.ts';
import { identifyAider } from './identify.ts';
import { aiderPlaces, findAiderFiles } from './places.ts';

const STARTS = /^\s*# aider chat started at \d{4}-/;
const MARK = /^# aider chat started at \d{4}-/m;

/** aider: `.aider.chat.history.md` in a project, one file for all its chats. */
export const aiderImporter: Importer = {
  ...aiderReaders,
  normalizerVersion: 1,
  places: aiderPlaces,
  find: findAiderFiles,
  open: (file, sources) =>
    openText(file, sources, { mark: MARK, holds: 'chat of aider', records: cutHistory, wholeLines: true }),
  recognize: ({ text }) => (STARTS.test(text) ? 3 : MARK.test(text) ? 1 : 0),
  facts: aiderFacts,
  identify: identifyAider,
};
