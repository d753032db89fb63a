import { dirname, join } from 'node:path';
import type {
  NativeCopy,
  NativeOriginal,
  NativeTarget,
  NativeWriter,
  WholeRecord,
} from '../../app/ports/native-writer.ts';
import type { IsoTime } from '../../kernel/ids.ts';
import { asObject, type JsonObject } from '../../kernel/json-fields.ts';
import { NativeChangeTally } from '../native-change-tally.ts';
import { timedUuid } from '../native-ids.ts';
import { recordsUpTo } from '../native-lines.ts';
import { classify } from './classify.ts';
import { readItem } from './item.ts';
import { composeCodex, titleLine } from './native-compose.ts';
import { copyHeader, copyLine, envelope } from './native-record.ts';
import { codexPlaces } from './places.ts';

function headerPayload(value: unknown): JsonObject | undefined {
  const record = asObject(value);
  const item = record === undefined ? undefined : readItem(record);
  return item?.line === 'session_meta' ? item.payload : undefined;
}

/**
 * Files of before the events that tell which items a person typed get them: the agent writes such events from now on, and
 * where there is one, all others count as injected.
 */
function typedTwins(original: NativeOriginal, chosen: readonly WholeRecord[]): ReadonlyMap<number, JsonObject> {
  const isTyped = ({ record }: WholeRecord): boolean => {
    const item = readItem(asObject(record) ?? {});
    return item !== undefined && classify(item).kind === 'typed';
  };
  if (chosen.some(isTyped)) return new Map();
  const prompts = original.conversation.messages.filter(({ kind }) => kind === 'prompt');
  return new Map(
    prompts.map(({ line, content }) => {
      const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
      return [line, { type: 'user_message', message: text, images: [] }];
    }),
  );
}

interface CopiedLine {
  readonly value: unknown;
  readonly at: IsoTime;
}

/** The header of the copy; those of sessions that this one replays belong to them. */
function headerLine(chosen: readonly WholeRecord[], target: NativeTarget, nativeId: string | null): CopiedLine {
  const header = chosen.find(({ record }) => headerPayload(record) !== undefined);
  const parent = nativeId === target.nativeId ? null : nativeId;
  const at = header?.at ?? chosen[0]?.at ?? target.at;
  const payload = copyHeader(headerPayload(header?.record) ?? {}, target, parent);
  return { value: envelope('session_meta', payload, at), at };
}

function copyCodex(original: NativeOriginal, target: NativeTarget): NativeCopy {
  const changes = new NativeChangeTally();
  const chosen = recordsUpTo(original);
  const records = [headerLine(chosen, target, original.conversation.nativeId)];
  const twins = typedTwins(original, chosen);
  for (const whole of chosen.filter(({ record }) => headerPayload(record) === undefined)) {
    const value = copyLine(whole, target, changes);
    if (value === undefined) continue;
    const at = whole.at ?? records[0]?.at ?? target.at;
    records.push({ value, at });
    const twin = twins.get(whole.n);
    if (twin !== undefined) records.push({ value: envelope('event_msg', twin, at), at });
    changes.add('redacted', whole.redacted.size);
    changes.add('lost-text', whole.lost.size);
  }
  if (target.title !== undefined) records.push({ value: titleLine(target), at: target.at });
  return { records, changes: changes.list() };
}

/** Writes sessions of Codex: one rollout file each. */
export const codexWriter: NativeWriter = {
  agent: 'codex',
  mintNativeId: timedUuid,
  place: (env, { nativeId, at }) => {
    const [sessions] = codexPlaces(env);
    if (sessions === undefined) return undefined;
    const name = `rollout-${at.slice(0, 19).replaceAll(':', '-')}-${nativeId}.jsonl`;
    return { home: dirname(sessions), path: join(sessions, at.slice(0, 4), at.slice(5, 7), at.slice(8, 10), name) };
  },
  copy: copyCodex,
  compose: composeCodex,
};
