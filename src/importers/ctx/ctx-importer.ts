import type { Importer } from '../../app/ports/importer.ts';
import { asObject } from '../../kernel/json-fields.ts';
import { ctxReaders } from './ctx-format.ts';
import { ctxFacts, ctxType } from './ctx-record.ts';
import { findCtxSessions, openCtx } from './find.ts';
import { identifyCtx } from './identify.ts';

/** `ctx-history-jsonl-v1`, a neutral exchange format: a file holds sessions of any agents. */
export const ctxImporter: Importer = {
  ...ctxReaders,
  normalizerVersion: 1,
  places: () => [],
  find: findCtxSessions,
  open: openCtx,
  recognize: ({ format, records }) =>
    format === 'jsonl' && records.some((record) => ctxType(asObject(record)) !== undefined) ? 3 : 0,
  facts: ctxFacts,
  identify: identifyCtx,
};
