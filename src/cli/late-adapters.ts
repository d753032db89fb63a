// Adapters that many runs never ask for. In the program each is loaded when the first of its functions is called, which
// scripts/late-adapters.mjs sees to; run from source they are all there. Functions only.
export { openListFile } from '../importers/list-file.ts';
export { createSourceReader } from '../importers/source-reader.ts';
export { openDigestPages } from '../journal/digest-pages.ts';
export { createPlaceProbe } from '../project/probe-place.ts';
export { createProcesses } from '../project/processes.ts';
export { createSnapshots } from '../project/snapshots.ts';
export { secretValuesOf } from '../redaction/known-values.ts';
export { createRedactor } from '../redaction/redactor.ts';
export { openCuttingThread } from '../search-index/cutting-thread.ts';
export { openDatabases } from '../sqlite/foreign-database-file.ts';
export { openTranscripts } from '../transcripts/kept-transcripts.ts';
export { boundOldMemory } from './bound-memory.ts';
