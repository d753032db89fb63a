import type { Importer } from '../../../src/app/ports/importer.ts';
import type { KeptRecord } from '../../../src/app/ports/transcripts.ts';
import type { Conversation, ConversationSummary } from '../../../src/domain/conversation.ts';
import { AS_OF, keepAll } from '../../contract/hostile-records.ts';

/** Records of each generation of a source, oldest first; those of the last one are what it holds. */
export function keepGenerations(
  importer: Importer,
  ...generations: readonly (readonly unknown[])[]
): readonly KeptRecord[] {
  const generationOf = generations.flatMap((records, index) => records.map(() => index + 1));
  return keepAll(importer, generations.flat()).map((kept, index) => {
    const generation = generationOf[index] ?? 1;
    return { ...kept, generation, current: generation === generations.length };
  });
}

/** What a reader sees of some records. */
export function readAll(
  importer: Importer,
  records: readonly unknown[] | readonly KeptRecord[],
): { readonly conversation: Conversation; readonly summary: ConversationSummary } {
  const kept = isKept(records) ? records : keepAll(importer, records);
  return { conversation: importer.normalize(kept), summary: importer.summarize(kept, { asOf: AS_OF }) };
}

function isKept(records: readonly unknown[]): records is readonly KeptRecord[] {
  const [first] = records;
  return typeof first === 'object' && first !== null && 'subs' in first;
}

/** Texts of the messages that the conversation stands on, in order. */
export function pathWords({ messages, activePath }: Conversation): readonly string[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  return activePath.flatMap((id) =>
    (byId.get(id)?.content ?? []).flatMap((block) => (block.type === 'text' ? [block.text] : [])),
  );
}
