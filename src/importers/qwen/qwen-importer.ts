import type { Importer } from '../../app/ports/importer.ts';
import type { SourceHead } from '../../app/ports/source-reader.ts';
import { asObject } from '../../kernel/json-fields.ts';
import { identifyQwen } from './identify.ts';
import { findQwenFiles, qwenPlaces } from './places.ts';
import { qwenReaders } from './qwen-format.ts';
import { qwenFacts, qwenType } from './qwen-record.ts';

/** Qwen Code: `projects/<folder>/chats/<session>.jsonl`, a relative of the Gemini CLI with records of its own. */
export const qwenImporter: Importer = {
  ...qwenReaders,
  normalizerVersion: 2,
  places: qwenPlaces,
  find: findQwenFiles,
  recognize: ({ format, records }: SourceHead) =>
    format === 'jsonl' && records.some((record) => qwenType(asObject(record)) !== undefined) ? 3 : 0,
  facts: qwenFacts,
  identify: identifyQwen,
};
