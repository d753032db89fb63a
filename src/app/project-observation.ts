import { doubtfulHeads, formerRoots, removedWorktree } from '../domain/project-match.ts';
import { placePath, typedKey } from '../domain/project-place.ts';
import type { Where } from '../events/session-data.ts';
import type { AppContext } from './context.ts';
import { redactWhere } from './redact-identity.ts';
import { serialisedBytes } from './serialised-bytes.ts';

export interface ObserveOptions {
  readonly rootCommits: boolean;
  /** Look at what is known of the folder only when its own name asks for that: for thousands of folders. */
  readonly briefly?: boolean;
}

/** An event has room for four long paths of a place; what a link led to before must not crowd them out. In bytes. */
const MOST_FORMERLY = 1024;
/** Commits of one place that are looked for. */
const MOST_HEADS = 8;

type Observer = Pick<AppContext, 'probe' | 'redactor' | 'readModel'>;

/** What is known of the name a folder bears: where a link led before, and which worktree a folder that is gone was part of. */
function knownOf(app: Observer, where: Where): Partial<Where> {
  const state = app.readModel.projects();
  const removed = removedWorktree(state, where)?.place;
  if (removed?.worktree !== undefined && where.worktree === undefined) {
    const { worktree, mainRoot } = removed;
    return { worktree, ...(mainRoot === undefined ? {} : { mainRoot }) };
  }
  const formerly = formerRoots(state, where).filter((root) => {
    const now = app.probe.probe(root);
    return now.missing === true || (now.realCwd !== undefined && placePath(now) === placePath(where));
  });
  return {
    ...(formerly.length === 0 || serialisedBytes(formerly.join('')) > MOST_FORMERLY ? {} : { formerly }),
    ...lostHeadsOf(app, where),
  };
}

/** What HEAD was at and is gone, told only where the repository might be another one. */
function lostHeadsOf(app: Observer, where: Where): Pick<Where, 'lostHeads'> {
  const heads = doubtfulHeads(app.readModel.projects(), where).slice(-MOST_HEADS);
  const lostHeads = heads.length === 0 ? [] : app.probe.missingCommits(placePath(where), heads);
  return lostHeads.length === 0 ? {} : { lostHeads };
}

/** Looks at a folder as it is now, with what its earlier sessions tell of its name, redacted. The read model must be caught up. */
export function observePlace(app: Observer, path: string, options: ObserveOptions): Where {
  const { briefly = false, ...probing } = options;
  const where = redactWhere(app.redactor, app.probe.probe(path, probing));
  const asks = where.missing === true || typedKey(where) !== undefined;
  return briefly && !asks ? where : { ...where, ...knownOf(app, where) };
}

const PLAIN_PATH = /^(?:\/|[A-Za-z]:[\\/]|\\\\)(?!(?:.*[\\/])?\.{1,2}(?:[\\/]|$))/;

/** The current folder under the name that the shell has for it, when that leads to the same folder; else its real path. */
export function shellFolder(app: Pick<AppContext, 'cwd' | 'env' | 'probe'>): string {
  const named = app.env['PWD'];
  if (named === undefined || named === app.cwd || !PLAIN_PATH.test(named)) return app.cwd;
  const real = app.probe.probe(named).realCwd;
  return real !== undefined && real === app.probe.probe(app.cwd).realCwd ? named : app.cwd;
}

/** Looks at the current folder, root commits included, for an event that tells where something happened. */
export function observeHere(app: Pick<AppContext, 'cwd' | 'env'> & Observer): Where {
  app.readModel.catchUp();
  return observePlace(app, shellFolder(app), { rootCommits: true });
}
