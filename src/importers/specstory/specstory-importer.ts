import type { Importer } from '../../app/ports/importer.ts';
import { openText } from '../text-source.ts';
import { cutDocumentText, GENERATED } from './document.ts';
import { identifySpecstory } from './identify.ts';
import { findSpecstoryFiles, specstoryPlaces } from './places.ts';
import { specstoryReaders } from './specstory-format.ts';
import { specstoryFacts } from './specstory-record.ts';

/** SpecStory: `.specstory/history/<time>-<words>.md`, what it wrote down of another agent's session. */
export const specstoryImporter: Importer = {
  ...specstoryReaders,
  normalizerVersion: 1,
  places: specstoryPlaces,
  find: findSpecstoryFiles,
  open: (file, sources) =>
    openText(file, sources, { mark: GENERATED, holds: 'document of SpecStory', records: cutDocumentText }),
  recognize: ({ text }) => (GENERATED.test(text) ? 3 : 0),
  facts: specstoryFacts,
  identify: identifySpecstory,
};
