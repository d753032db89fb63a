import { type ProjectId, parseSessionId } from '../kernel/ids.ts';
import { nearestOf } from './handle-nearest.ts';
import type { SessionView } from './session-view.ts';
import { isStub } from './session-view-of.ts';

/** Where sessions are looked up; a read model fits. */
export interface HandleSource {
  /** Sessions whose id or native id starts with the text, or whose title equals it. */
  candidates(text: string, project?: ProjectId): readonly SessionView[];
  /** Newest first, stubs last. */
  list(query: {
    readonly project?: ProjectId;
    readonly everything?: boolean;
    readonly limit?: number;
    readonly offset?: number;
  }): readonly SessionView[];
  /** Answers for erased sessions too. */
  view(id: SessionView['id']): SessionView | undefined;
}

export interface HandleWish {
  readonly text: string;
  /** Current project; absent: every project. */
  readonly project?: ProjectId;
  /** Narrows prefixes, titles and `@last` to what the command can work on. Default: sessions that are not deleted. */
  readonly among?: (view: SessionView) => boolean;
}

/** What a handle means. Only `found` names a session; loom never guesses. */
export type HandleOutcome =
  | { readonly kind: 'found'; readonly session: SessionView }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly SessionView[] }
  | {
      readonly kind: 'none';
      /** Sessions whose id or title is close to the text: "did you mean". */
      readonly nearest: readonly SessionView[];
      /** Matches in other projects, which `--all` would consider. */
      readonly elsewhere: readonly SessionView[];
      /** Why a text that looks like a handle cannot be one. */
      readonly because: 'no-match' | 'too-short' | 'no-such-last';
    };

/** Fewest characters of a prefix. */
const SHORTEST_PREFIX = 4;
const LAST = /^@?last(?:~(\d{1,6}))?$/;
const NEAREST_POOL = 300;
const PAGE = 50;

/**
 * Resolves what a person typed. Full ids and full native ids count in the whole store; prefixes of at least four
 * characters, exact titles and `@last` in the current project.
 */
export function resolveHandle(wish: HandleWish, source: HandleSource): HandleOutcome {
  const text = wish.text.trim();
  const last = LAST.exec(text);
  if (last !== null) return resolveLast(Number(last[1] ?? 0), wish, source);
  return resolveFull(text, source) ?? resolvePart({ ...wish, text }, source);
}

function resolveFull(text: string, source: HandleSource): HandleOutcome | undefined {
  const id = parseSessionId(text.toLowerCase());
  const byId = id === undefined ? undefined : source.view(id);
  if (byId !== undefined) return { kind: 'found', session: byId };
  const native = text === '' ? [] : source.candidates(text).filter((view) => view.nativeId === text);
  return native.length === 0 ? undefined : outcomeOf(native);
}

function outcomeOf(views: readonly SessionView[]): HandleOutcome {
  const [first, ...others] = views;
  if (first === undefined) return { kind: 'none', nearest: [], elsewhere: [], because: 'no-match' };
  return others.length === 0 ? { kind: 'found', session: first } : { kind: 'ambiguous', candidates: views };
}

function isNotDeleted(view: SessionView): boolean {
  return !view.deleted;
}

/** Sessions that the command can work on come first; only if there is none, the others are named. */
function resolvePart(wish: HandleWish, source: HandleSource): HandleOutcome {
  const here = partMatches(wish.text, source, wish.project);
  const fitting = here.filter(wish.among ?? isNotDeleted);
  if (here.length > 0) return outcomeOf(fitting.length > 0 ? fitting : here);
  return {
    kind: 'none',
    nearest: nearestOf(wish.text, pool(wish, source)),
    elsewhere: wish.project === undefined ? [] : partMatches(wish.text, source, undefined),
    because: wish.text.length < SHORTEST_PREFIX ? 'too-short' : 'no-match',
  };
}

/** Ids are lower case and typed as people like; native ids and titles are taken as they are. */
function partMatches(text: string, source: HandleSource, project: ProjectId | undefined): readonly SessionView[] {
  const found = new Map<string, SessionView>();
  for (const form of new Set([text, text.toLowerCase()])) {
    for (const view of form === '' ? [] : source.candidates(form, project)) {
      if (isMatch(view, text)) found.set(view.id, view);
    }
  }
  return withoutSubagents([...found.values()], text);
}

/** A subagent's native id begins with its parent's: a prefix of both means the parent. */
function withoutSubagents(views: readonly SessionView[], text: string): readonly SessionView[] {
  if (text.includes('/')) return views;
  const own = new Set(views.map((view) => view.nativeId));
  return views.filter(({ nativeId, id }) => {
    const parent = nativeId.slice(0, nativeId.indexOf('/'));
    return !nativeId.includes('/') || !own.has(parent) || id.startsWith(text.toLowerCase());
  });
}

function isMatch(view: SessionView, text: string): boolean {
  if (view.title === text) return true;
  if (text.length < SHORTEST_PREFIX) return false;
  return view.id.startsWith(text.toLowerCase()) || view.nativeId.startsWith(text);
}

function scopeOf(wish: HandleWish): { readonly project?: ProjectId } {
  return wish.project === undefined ? {} : { project: wish.project };
}

function pool(wish: HandleWish, source: HandleSource): readonly SessionView[] {
  return source.list({ ...scopeOf(wish), everything: true, limit: NEAREST_POOL });
}

/** The newest session in which something happened, or the one that many places before it. */
function resolveLast(back: number, wish: HandleWish, source: HandleSource): HandleOutcome {
  let left = back;
  for (const view of newestFirst(wish, source)) {
    if (isStub(view)) break;
    if (wish.among?.(view) === false) continue;
    if (left === 0) return { kind: 'found', session: view };
    left -= 1;
  }
  return { kind: 'none', nearest: [], elsewhere: [], because: 'no-such-last' };
}

function* newestFirst(wish: HandleWish, source: HandleSource): Iterable<SessionView> {
  for (let offset = 0; ; offset += PAGE) {
    const views = source.list({ ...scopeOf(wish), limit: PAGE, offset });
    yield* views;
    if (views.length < PAGE) return;
  }
}
