import type { AppContext } from '../app/context.ts';
import {
  type ForgetItem,
  forgetMemories,
  type HoldingFile,
  planForget,
  sessionsToErase,
} from '../app/forget-memories.ts';
import type { MemoryRecord } from '../domain/memory-state.ts';
import { countOf } from '../kernel/count-of.ts';
import { requirePerson } from './agent-shell-guard.ts';
import type { Answer } from './answer.ts';
import { writeNotice } from './output.ts';
import { confirm } from './prompt-confirm.ts';
import { readOutside } from './read-outside.ts';
import { refusalError } from './refusal-words.ts';
import { safeLine } from './safe-text.ts';
import { MEMORY_WORDS } from './words/memory.ts';

export interface ForgetWish {
  readonly records: readonly MemoryRecord[];
  /** Erase the sessions that still hold the texts as well. */
  readonly withSessions: boolean;
  readonly dryRun: boolean;
  readonly yes: boolean;
}

const MOST_SESSIONS_SHOWN = 20;

function fileWords({ path, mode }: HoldingFile): string {
  const again = mode === 'digest' ? `; to renew it: loom memory digest --write ${safeLine(path)}` : '';
  return `still held by ${mode === 'digest' ? 'the block of' : 'the export'} ${safeLine(path)}${again}`;
}

function itemLines(item: ForgetItem, withSessions: boolean): readonly string[] {
  const { memory, text, status, events, sessions, files } = item;
  const shown = sessions.slice(0, MOST_SESSIONS_SHOWN);
  const more = sessions.length - shown.length;
  return [
    `${memory} (${status}, ${countOf(events, 'event')}): ${safeLine(text)}`,
    ...shown.map(({ session, title }) => {
      const name = title === null ? session : `${session} ${safeLine(title)}`;
      return withSessions ? `  with session ${name}` : `  still held by session ${name}`;
    }),
    ...(more > 0 ? [`  and ${more} sessions more`] : []),
    ...files.map((file) => `  ${fileWords(file)}`),
  ];
}

function planText(items: readonly ForgetItem[], withSessions: boolean): string {
  const lines = items.flatMap((item) => itemLines(item, withSessions));
  const held = items.some(({ sessions }) => sessions.length > 0) && !withSessions;
  const hint = held ? ['To erase those sessions too: --with-sessions'] : [];
  return `${[...lines, ...hint].join('\n')}\n`;
}

function commandOf(ids: readonly string[], withSessions: boolean): string {
  return `loom memory forget ${ids.join(' ')}${withSessions ? ' --with-sessions' : ''} --yes`;
}

function jsonOf(items: readonly ForgetItem[]): readonly object[] {
  return items.map(({ memory, events, eventBytes, sessions, files, status }) => ({
    id: memory,
    status,
    events,
    eventBytes,
    sessions,
    files,
  }));
}

/** Shows what forgetting erases and who still holds the texts, asks, and erases. */
export async function runForget(app: AppContext, wish: ForgetWish): Promise<Answer> {
  const { withSessions, dryRun, yes } = wish;
  const records = wish.records.filter(({ status }) => status !== 'forgotten');
  if (records.length === 0) return { json: { dryRun, forgotten: 0, memories: [] }, text: () => 'nothing to forget\n' };
  const items = planForget(app, records, readOutside);
  const plan = planText(items, withSessions);
  if (dryRun) return { json: { dryRun, memories: jsonOf(items) }, text: () => plan };
  const ids = items.map(({ memory }) => memory);
  requirePerson(app, 'forgets memory', commandOf(ids, withSessions));
  if (!yes) writeNotice(plan);
  await confirm({
    question: `Erase ${ids.length === 1 ? 'this record' : `these ${ids.length} records`} for good? This cannot be undone.`,
    command: commandOf(ids, withSessions),
    yes,
    word: 'forget',
  });
  const outcome = await forgetMemories(app, items, withSessions ? sessionsToErase(app, items) : []);
  if (outcome.kind === 'refused') throw refusalError(MEMORY_WORDS, outcome.refusal);
  const forgotten = outcome.kind === 'forgotten' ? outcome : { memories: [], sessions: [] };
  return {
    json: {
      dryRun: false,
      forgotten: forgotten.memories.length,
      memories: jsonOf(items),
      purgedSessions: forgotten.sessions,
    },
    text: () => `forgot ${forgotten.memories.join(' ')}\n`,
    notes: yes ? holdersNote(items, withSessions) : [],
    committed: `${forgotten.memories.length} memory records are erased`,
  };
}

/** What was not shown before, since nobody was asked: who still holds the texts. */
function holdersNote(items: readonly ForgetItem[], withSessions: boolean): readonly string[] {
  const files = new Map(items.flatMap((item) => item.files.map((file) => [file.path, file] as const)));
  const told = [...files.values()].map((file) => `The text is ${fileWords(file)}`);
  const sessions = [...new Set(items.flatMap((item) => item.sessions.map(({ session }) => session)))];
  if (withSessions || sessions.length === 0) return told;
  return [
    ...told,
    `The text still stands in ${sessions.length === 1 ? 'a session' : `${sessions.length} sessions`}: loom sessions purge ${sessions.slice(0, MOST_SESSIONS_SHOWN).join(' ')}`,
  ];
}
