import { RECORDABLE } from '../app/record-event.ts';
import type { EventType } from '../events/catalogue.ts';
import type { IsoTime } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { closest } from './closest.ts';
import { readStdin } from './read-stdin.ts';
import { systemClock } from './system-sources.ts';
import { parseWhen } from './times.ts';

/** An event to record, checked against its schema. */
export interface RecordInput {
  readonly type: EventType;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at?: IsoTime;
  readonly key?: string;
}

export interface RecordFlags {
  readonly data?: string | undefined;
  readonly stdin: boolean;
  readonly at?: string | undefined;
  readonly key?: string | undefined;
}

function usage(code: string, message: string, hints: readonly string[] = []): LoomError {
  return new LoomError({ kind: 'usage', code, message, hints });
}

function readType(type: string): EventType {
  if (RECORDABLE.has(type)) return type as EventType;
  const guess = closest(type, [...RECORDABLE]);
  throw usage('unknown-event-type', `${type} is not an event that can be recorded`, [
    ...(guess === undefined ? [] : [`did you mean: ${guess}`]),
    `types: ${[...RECORDABLE].join(', ')}`,
  ]);
}

async function readData(flags: RecordFlags): Promise<unknown> {
  const text = flags.stdin ? await readStdin('the data of an event') : (flags.data ?? '{}');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new LoomError({ kind: 'usage', code: 'bad-json', message: 'the data is not valid JSON', cause });
  }
}

/** Throws LoomError `usage` for a prompt without words: nothing would be kept of it. */
function requireWords(type: EventType, data: Readonly<Record<string, unknown>>, isGiven: boolean): void {
  if (type !== 'prompt.submitted' || data['text'] !== undefined || data['blob'] !== undefined) return;
  const hints = [`loom sessions record HANDLE ${type} --data '{"text":"…"}'`];
  if (!isGiven) throw usage('no-data', `${type} needs data: --data JSON, or --stdin`, hints);
  throw usage('bad-event-data', `the data of ${type} has neither text nor blob`, hints);
}

/** Fields of a newer loom may be recorded; one that looks like a slip of the pen may not. */
function refuseSlips(type: EventType, data: Readonly<Record<string, unknown>>, known: readonly string[]): void {
  for (const name of Object.keys(data)) {
    const guess = known.includes(name) ? undefined : closest(name, known);
    if (guess === undefined || Object.hasOwn(data, guess)) continue;
    throw usage('bad-event-data', `the data of ${type} has no member ${name}`, [`did you mean: ${guess}`]);
  }
}

/** Whether data fits its event type's schema; loads the schemas. */
export async function loadDataCheck(): Promise<(type: string, data: unknown) => boolean> {
  const { EVENT_SCHEMAS } = await import('../events/event-schemas.ts');
  return (type, data) => EVENT_SCHEMAS[type as EventType]?.safeParse(data).success ?? false;
}

async function requireFit(type: EventType, data: unknown, isGiven: boolean): Promise<void> {
  const { dataMembers, EVENT_SCHEMAS } = await import('../events/event-schemas.ts');
  const parsed = EVENT_SCHEMAS[type].safeParse(data);
  if (data !== null && typeof data === 'object' && !Array.isArray(data)) {
    refuseSlips(type, data as Readonly<Record<string, unknown>>, dataMembers(type));
    requireWords(type, data as Readonly<Record<string, unknown>>, isGiven);
  }
  if (parsed.success && data !== null && typeof data === 'object' && !('erased' in data)) return;
  if (!isGiven) throw usage('no-data', `${type} needs data: --data JSON, or --stdin`);
  const issue = parsed.error?.issues[0];
  const where = issue === undefined ? '' : `: ${issue.path.join('.')} ${issue.message}`;
  throw usage('bad-event-data', `the data does not fit ${type}${where}`);
}

/** Reads type and data of an event from the command line or standard input. Throws LoomError `usage` for what does not fit. */
export async function readRecordInput(type: string, flags: RecordFlags): Promise<RecordInput> {
  const known = readType(type);
  const data = await readData(flags);
  await requireFit(known, data, flags.stdin || flags.data !== undefined);
  const at = flags.at === undefined ? undefined : parseWhen('at', flags.at, systemClock());
  return {
    type: known,
    data: data as Readonly<Record<string, unknown>>,
    ...(at === undefined ? {} : { at }),
    ...(flags.key === undefined ? {} : { key: flags.key }),
  };
}
