import type { DocumentParts } from '../app/session-documents.ts';
import { sha256 } from './system-sources.ts';

/** Where a thread that cuts documents reads. */
export interface CuttingPlaces {
  readonly transcriptsDir: string;
  readonly blobsDir: string;
}

/** Opens what the documents of kept sessions are read with. Nothing is kept by who only reads, so that nothing is redacted. */
export async function openCuttingParts(places: CuttingPlaces) {
  const { importerFor } = await import('../importers/registry.ts');
  const { openTranscripts } = await import('../transcripts/kept-transcripts.ts');
  const { answerCuts } = await import('../search-index/answer-cuts.ts');
  const decoder = new TextDecoder();
  const transcripts = openTranscripts({
    ...places,
    sha256,
    get redactor(): never {
      throw new Error('nothing is kept here');
    },
  });
  const parts: DocumentParts = { importerFor, transcripts, decodeText: (bytes) => decoder.decode(bytes) };
  return { parts, answerCuts };
}
