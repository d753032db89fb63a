import type { Importer } from '../../../src/app/ports/importer.ts';
import type { KeptRecord } from '../../../src/app/ports/transcripts.ts';
import type { Conversation, ConversationSummary } from '../../../src/domain/conversation.ts';
import { AS_OF, keepAll } from '../../contract/hostile-records.ts';

/** Records of an older generation of a source, then those of the present one. */
export function keepGenerations(
  importer: Importer,
  older: readonly unknown[],
  current: readonly unknown[],
): readonly KeptRecord[] {
  const all = keepAll(importer, [...older, ...current]);
  return all.map((kept, index) => ({
    ...kept,
    generation: index < older.length ? 1 : 2,
    current: index >= older.length,
  }));
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
