import type { KeptSession } from '../app/ports/search.ts';
import type { SearchDocument } from '../domain/search-document.ts';
import { cutDocument } from './cut-document.ts';
import type { CutAnswer, CutQuestion, CuttingStart } from './cutting-thread.ts';
import { packDocuments } from './packed-documents.ts';

/** Answers questions in a thread of its own, in their order. */
export function answerCuts(
  { port, answered }: Pick<CuttingStart<unknown>, 'port' | 'answered'>,
  documentsOf: (session: KeptSession) => readonly SearchDocument[],
): void {
  const packedOf = (session: KeptSession): CutAnswer['packed'] => {
    try {
      return packDocuments(documentsOf(session).map(cutDocument));
    } catch {
      // Whoever asked does it again, and says what is wrong.
      return undefined;
    }
  };
  port.on('message', ({ number, session }: CutQuestion) => {
    const answer: CutAnswer = { number, packed: packedOf(session) };
    port.postMessage(answer);
    Atomics.add(answered, 0, 1);
    Atomics.notify(answered, 0);
  });
}
