import type { DocumentParts } from '../app/session-documents.ts';
import type { KeptPlaces } from '../transcripts/read-kept.ts';

/** Opens what the documents of kept sessions are read with. */
export async function openCuttingParts(places: KeptPlaces) {
  const { importerFor } = await import('../importers/registry.ts');
  const { readKept } = await import('../transcripts/read-kept.ts');
  const { answerCuts } = await import('../search-index/answer-cuts.ts');
  const decoder = new TextDecoder();
  const transcripts = readKept(places);
  const parts: DocumentParts = { importerFor, transcripts, decodeText: (bytes) => decoder.decode(bytes) };
  return { parts, answerCuts };
}
