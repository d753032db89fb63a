import * as Args from '@oclif/core/args';
import type { AppContext } from '../app/context.ts';
import { findSession } from '../app/find-session.ts';
import type { SessionScope } from '../app/list-sessions.ts';
import { currentPlace, currentProject } from '../app/project-current.ts';
import type { SessionView } from '../domain/session-view.ts';
import { readConfigValue } from './config-values.ts';
import { readStdin } from './read-stdin.ts';

/** What `--project` and `--all` say. */
export interface ScopeFlags {
  readonly project?: string | undefined;
  readonly all?: boolean | undefined;
}

/** The argument of commands that work on one session. */
export const handleArg = {
  handle: Args.string({ description: 'Session: id, prefix, native id, title, @last.', required: true }),
};

/** Reads the scope: `--all`, `--project`, the configuration `sessions.scope`, else the project of the current folder. */
export async function readScope(app: AppContext, flags: ScopeFlags): Promise<SessionScope> {
  if (flags.all === true) return { all: true };
  if (flags.project === undefined && (await readConfigValue(app, 'sessions.scope')) === 'all') return { all: true };
  app.readModel.catchUp();
  if (flags.project !== undefined) return { all: false, project: currentProject(app, flags.project) };
  return { all: false, ...currentPlace(app) };
}

/** Finds the one session that a handle means. Throws LoomError `not-found` with the candidates when there is not exactly one. */
export async function findByHandle(app: AppContext, handle: string, flags: ScopeFlags): Promise<SessionView> {
  return findSession(app, handle, await readScope(app, flags));
}

/** The argument of commands that work on one or several sessions; `-` reads handles from standard input, one a line. */
export const handlesArg = {
  handle: Args.string({
    description: 'Sessions: ids, prefixes, native ids, titles, @last; - reads them from stdin.',
    required: true,
  }),
};

async function readHandles(words: readonly string[]): Promise<readonly string[]> {
  if (!words.includes('-')) return words;
  const lines = (await readStdin('a list of ids'))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return words.flatMap((word) => (word === '-' ? lines : [word]));
}

/** Finds each session that is named, once; nothing is returned unless every handle means exactly one. */
export async function findByHandles(
  app: AppContext,
  words: readonly string[],
  flags: ScopeFlags,
): Promise<readonly SessionView[]> {
  const scope = await readScope(app, flags);
  const found = new Map<string, SessionView>();
  for (const word of await readHandles(words)) {
    const view = findSession(app, word, scope);
    found.set(view.id, view);
  }
  return [...found.values()];
}
