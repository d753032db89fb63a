import type { AppContext } from '../app/context.ts';
import type { AheadParts } from '../app/read-ahead.ts';
import type { AheadStart } from './ahead-thread.ts';
import { keyedDigestWith } from './keyed-digest.ts';
import { sha256, systemClock } from './system-sources.ts';

/** Opens what sources are read with apart from the store: drafts are all that is written, and databases are left to whoever can open them. */
export async function openAheadParts({
  key,
  configFile,
  ...folders
}: AheadStart): Promise<{ readonly parts: AheadParts; readonly importerFor: AppContext['importerFor'] }> {
  const { openRedactor } = await import('./open-redactor.ts');
  const { allImporters, importerFor } = await import('../importers/registry.ts');
  const { fileSourceReader } = await import('../importers/source-reader.ts');
  const { digestContent } = await import('../project/digest-content.ts');
  const { openTranscripts } = await import('../transcripts/kept-transcripts.ts');
  const redactor = await openRedactor({ key, env: process.env, paths: { configFile } });
  const keyedDigest = keyedDigestWith(() => key);
  const decoder = new TextDecoder();
  const parts: AheadParts = {
    redactor,
    keyedDigest,
    sha256,
    clock: systemClock,
    decodeText: (bytes) => decoder.decode(bytes),
    snapshots: { digestContent: (content) => digestContent(keyedDigest, content) },
    sources: fileSourceReader,
    get importers() {
      return allImporters();
    },
    transcripts: openTranscripts({ ...folders, redactor, sha256 }),
  };
  return { parts, importerFor };
}
