import type { AppContext } from '../app/context.ts';
import { findMemory } from '../app/find-memory.ts';
import { supersedeWish } from '../app/memory-wishes.ts';
import { objectionToSuccession, successorRequest } from '../app/supersede-memory.ts';
import type { MemoryRecord } from '../domain/memory-state.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Answer } from './answer.ts';
import { type AcceptanceFlags, readAcceptance } from './memory-acceptance.ts';
import { requireMemoryOn } from './memory-arguments.ts';
import { memoryChangeCommand } from './memory-change-command.ts';
import { refusalError } from './refusal-words.ts';
import { runPropose } from './run-propose.ts';
import { readScope, type ScopeFlags } from './session-scope.ts';
import { MEMORY_WORDS } from './words/memory.ts';

export interface SupersedeWish {
  readonly old: string;
  /** An id, or the text of a new record. */
  readonly successor: string;
  /** The successor is a text whatever it looks like. */
  readonly isText: boolean;
  readonly flags: AcceptanceFlags & ScopeFlags;
}

const ID_LIKE = /^(?:memory\/)?[0-9a-hjkmnp-tv-z]{4,16}$/;

/** The record that a word names; `undefined` for a word that is none's beginning. Throws for one that is several's. */
async function namedRecord(app: AppContext, word: string, flags: ScopeFlags): Promise<MemoryRecord | undefined> {
  if (!ID_LIKE.test(word)) return undefined;
  try {
    return findMemory(app, word, await readScope(app, flags));
  } catch (error) {
    if (error instanceof LoomError && error.code === 'memory-not-found' && word.length < 16) return undefined;
    throw error;
  }
}

async function bySuccessor(
  app: AppContext,
  [old, next]: readonly [MemoryRecord, MemoryRecord],
  flags: AcceptanceFlags,
): Promise<Answer> {
  const command = `loom memory supersede ${old.id} ${next.id}`;
  const ids = next.status === 'proposed' ? [next.id] : [];
  const acceptance = await readAcceptance(app, { flags, ids, command });
  const decide = supersedeWish(next.id, acceptance);
  return memoryChangeCommand(app, { ids: [old.id], decide, done: 'superseded' });
}

/** Lets a known record, or a new text, take the place of a record. */
export async function runSupersede(app: AppContext, { old, successor, isText, flags }: SupersedeWish): Promise<Answer> {
  app.readModel.catchUp();
  const before = findMemory(app, old, await readScope(app, flags));
  const after = isText ? undefined : await namedRecord(app, successor, flags);
  if (after !== undefined) return bySuccessor(app, [before, after], flags);
  const refusal = objectionToSuccession(app, before);
  if (refusal !== undefined) throw refusalError(MEMORY_WORDS, refusal);
  await requireMemoryOn(app);
  return runPropose(app, { request: successorRequest(before, successor), accept: flags });
}
