import type { IsoTime, SessionId } from '../kernel/ids.ts';
import { findShapes } from './instruction-shape.ts';
import type { CommandKind } from './outcome-commands.ts';
import { oneLine } from './outcome-line.ts';
import type { SessionOutcome } from './session-outcome.ts';

/** What came of a session, in one line of a digest. */
export interface DigestOutcome {
  readonly session: SessionId;
  readonly at: IsoTime;
  readonly pinned: boolean;
  /** It ended, changed something and left nothing open. */
  readonly done: boolean;
  readonly text: string;
}

/** A session as a digest tells of it. */
export interface OutcomeSubject {
  readonly id: SessionId;
  readonly sortAt: IsoTime;
  readonly pinned: boolean;
  readonly status: 'active' | 'closed';
  /** The title that a person gave it; null for any other. */
  readonly ownTitle: string | null;
}

const MOST_GOAL = 140;
const MOST_FILES = 3;
const PLAIN_NAME = /^[\w@+-][\w@./+-]{0,59}$/;

function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? '';
}

/** File names by themselves: a path tells where the project lies, and a name in words may say anything. */
function filesPart({ paths }: SessionOutcome): string | undefined {
  const edited = paths.filter(({ edits }) => edits > 0).map(({ path }) => baseName(path));
  if (edited.length === 0) return undefined;
  const named = [...new Set(edited.filter((name) => PLAIN_NAME.test(name)))].slice(-MOST_FILES);
  const more = edited.length - named.length;
  if (named.length === 0) return `${edited.length} files edited`;
  return `edited ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function lastOf({ commands }: SessionOutcome, kind: CommandKind): 'ok' | 'failed' | undefined {
  const last = commands.findLast((command) => command.kind === kind);
  if (last === undefined || last.status === 'interrupted') return undefined;
  return last.status === 'ok' ? 'ok' : 'failed';
}

function checksPart(outcome: SessionOutcome): string | undefined {
  const words = (['test', 'build', 'check'] as const).flatMap((kind) => {
    const end = lastOf(outcome, kind);
    return end === undefined ? [] : [`${kind} ${end}`];
  });
  return words.length === 0 ? undefined : words.join(', ');
}

function commitsPart({ commands }: SessionOutcome): string | undefined {
  const commits = commands.filter(
    ({ kind, status, command }) => kind === 'commit' && status === 'ok' && /commit/.test(command),
  );
  return commits.length === 0 ? undefined : `${commits.length === 1 ? 'a commit' : `${commits.length} commits`}`;
}

/** The words of a person, unless they read like an order that a later agent might take for its own. */
function goalPart({ goal }: SessionOutcome, ownTitle: string | null): string | undefined {
  const words = ownTitle ?? goal?.text ?? null;
  if (words === null) return undefined;
  return findShapes(words).length > 0 ? '(its words read like instructions)' : `“${oneLine(words, MOST_GOAL)}”`;
}

/** One line on what came of a session; `undefined` when nothing can be told. */
export function digestOutcome(subject: OutcomeSubject, outcome: SessionOutcome): DigestOutcome | undefined {
  const goal = goalPart(outcome, subject.ownTitle);
  if (goal === undefined) return undefined;
  const [files, commits] = [filesPart(outcome), commitsPart(outcome)];
  const open = outcome.open.length === 0 ? undefined : `${outcome.open.length} open`;
  const facts = [files, commits, checksPart(outcome), open].filter((part) => part !== undefined);
  const isDone = subject.status === 'closed' && open === undefined && (files !== undefined || commits !== undefined);
  return {
    session: subject.id,
    at: subject.sortAt,
    pinned: subject.pinned,
    done: isDone,
    text: facts.length === 0 ? goal : `${goal}: ${facts.join('; ')}`,
  };
}
