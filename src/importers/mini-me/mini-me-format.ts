import type { Importer } from '../../app/ports/importer.ts';
import type { KeptDamage, KeptRecord } from '../../app/ports/transcripts.ts';
import type { Message } from '../../domain/conversation.ts';
import type { DerivedEvent } from '../../domain/derived-event.ts';
import { asObject, field, type JsonObject, textField } from '../../kernel/json-fields.ts';
import type { SessionTally } from '../session-tally.ts';
import { type TurnFormat, type TurnStep, turnReaders } from '../turn-format.ts';
import { miniMeMessage } from './mini-me-messages.ts';
import { miniMeFacts, miniMeRecord } from './mini-me-record.ts';
import { startOf } from './places.ts';

/** mini-me keeps no more; the oldest go first. */
const MOST_ERRORS = 200;

type Records = Iterable<KeptRecord | KeptDamage>;

/** A compaction's summary comes with an acknowledgement in the model's place, which no model said. */
class Acknowledgements {
  #isDue = false;

  judge(message: Message, current: boolean): Message {
    const isDue = this.#isDue && current;
    if (current) this.#isDue = message.kind === 'summary';
    const says = message.content.some(({ type }) => type === 'toolCall');
    return isDue && message.kind === 'answer' && !says ? { ...message, kind: 'meta' } : message;
  }
}

function note(record: JsonObject, tally: SessionTally, { current }: KeptRecord): void {
  const what = miniMeRecord(record);
  if (what === 'error') {
    tally.spans.add(field(record, 'time'), false);
    if (current && tally.errors < MOST_ERRORS) tally.errors += 1;
  }
  if (what !== 'frame') return;
  tally.spans.add(startOf(textField(record, 'id') ?? ''), false);
  tally.spans.add(field(record, 'updated') ?? field(record, 'updatedAt'), false);
  const model = textField(record, 'model');
  if (model !== undefined) tally.models.add(model);
  const title = textField(record, 'title');
  if (title !== undefined) tally.title.rename(title);
}

/** How a session of mini-me is read: one pass. */
function miniMeFormat(): TurnFormat {
  const acknowledgements = new Acknowledgements();
  return {
    agent: 'mini-me',
    inputIncludesCache: false,
    keyOf: (record) => miniMeFacts(record).key,
    nativeIdOf: (record) => (miniMeRecord(record) === 'frame' ? textField(record, 'id') : undefined),
    stepsOf: (record, kept): readonly TurnStep[] => {
      if (miniMeRecord(record) !== 'message') return [];
      const message = acknowledgements.judge(miniMeMessage(record, kept), kept.current);
      const { id, at } = message;
      const compaction = message.kind === 'summary' ? { compaction: { id, at, summaryMessageId: id } } : {};
      return [{ kind: 'put', key: id, messages: [message], ...compaction }];
    },
    note,
  };
}

/** Errors are facts of the run, told beside the conversation. */
function* errorEvents(records: Records): Generator<DerivedEvent> {
  for (const kept of records) {
    if ('damage' in kept || !kept.current) continue;
    const record = asObject(kept.record);
    if (record === undefined || miniMeRecord(record) !== 'error') continue;
    const source = textField(record, 'kind') ?? 'agent';
    yield { type: 'error.recorded', key: `error:${kept.n}`, at: kept.at, data: { source }, line: kept.n };
  }
}

type Readers = Pick<Importer, 'agent' | 'normalize' | 'summarize' | 'eventsOf'>;

export const miniMeReaders: Readers = {
  agent: 'mini-me',
  normalize: (records, options) => turnReaders(miniMeFormat()).normalize(records, options),
  summarize: (records, options) => turnReaders(miniMeFormat()).summarize(records, options),
  eventsOf: function* (records) {
    const held = [...records];
    yield* turnReaders(miniMeFormat()).eventsOf(held);
    yield* errorEvents(held);
  },
};
