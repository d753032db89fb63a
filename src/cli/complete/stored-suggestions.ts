import { boundReads } from '../../app/bounded-reads.ts';
import type { AppContext } from '../../app/context.ts';
import { listMemories } from '../../app/list-memories.ts';
import { listSessions, type SessionScope } from '../../app/list-sessions.ts';
import type { SessionView } from '../../domain/session-view.ts';
import { appOptionsOfProcess, openApp } from '../composition.ts';
import { safeLine } from '../safe-text.ts';
import { readScope } from '../session-scope.ts';
import { systemClock } from '../system-sources.ts';
import { showTime } from '../times.ts';
import type { StoredNames, Suggestion } from './suggestions.ts';

/** Sessions and records that are offered, and sessions whose titles are looked through. */
const MOST_OFFERED = 100;
const MOST_LOOKED = 1000;
/** A press of a key waits no longer for the journal. */
const LONGEST_MILLIS = 400;
const MOST_JOURNAL = 1 << 20;

export interface StoredWish {
  readonly names: StoredNames;
  /** What is typed of it. */
  readonly word: string;
  readonly everyProject: boolean;
  readonly project: string | undefined;
  /** The command wants sessions that are put away, too. */
  readonly putAway: 'archived' | 'deleted' | null;
}

function aboutOf(view: SessionView): string {
  const when = showTime(view.sortAt, { terminal: true, now: systemClock() });
  return `${safeLine(view.title ?? '(no title)')}, ${view.agent}, ${when}`;
}

/** A title that is a handle as it stands: nothing in it had to be made visible. */
function isSpeakable(title: string): boolean {
  return safeLine(title) === title && !title.startsWith('-') && title.trim() === title && title !== '';
}

/** Ids that begin with the word; else titles that do, each as a word of its own. */
function offerSessions(app: AppContext, scope: SessionScope, wish: StoredWish): readonly Suggestion[] {
  const { word } = wish;
  const query = wish.putAway === null ? { anyArchived: true } : { [wish.putAway]: true };
  const views = listSessions(app, scope, { ...query, limit: word === '' ? MOST_OFFERED : MOST_LOOKED }).rows();
  const ids = views.filter(({ id }) => id.startsWith(word.toLowerCase()));
  const offered = ids.slice(0, MOST_OFFERED).map((view) => ({ value: view.shortId, about: aboutOf(view) }));
  if (word === '') return [...offered, { value: '@last', about: 'the newest session' }];
  const titled = views.flatMap((view) => {
    const title = view.title ?? '';
    const fits = isSpeakable(title) && title.toLowerCase().startsWith(word.toLowerCase());
    return fits ? [{ value: title, about: `${view.shortId}, ${view.agent}` }] : [];
  });
  const known = new Map([...offered, ...titled].map((one) => [one.value, one]));
  return [...known.values()].slice(0, MOST_OFFERED);
}

function offerMemories(app: AppContext, scope: SessionScope, { word }: StoredWish): readonly Suggestion[] {
  const { rows } = listMemories(app, scope, {});
  return rows
    .filter(({ id }) => id.startsWith(word.toLowerCase()))
    .slice(0, MOST_OFFERED)
    .map(({ shortId, status, text }) => ({ value: shortId, about: `${status}: ${safeLine(text)}` }));
}

function offerProjects(app: AppContext): readonly Suggestion[] {
  app.readModel.catchUp();
  return app.readModel.projects().projects.flatMap(({ id, name }) => {
    const isWord = isSpeakable(name);
    return [{ value: isWord ? name : id, about: isWord ? id : safeLine(name) }];
  });
}

/** Asks the store what could stand there. What takes too long, or cannot be read, is not offered. */
export async function askStore(wish: StoredWish): Promise<readonly Suggestion[]> {
  const end = systemClock() + LONGEST_MILLIS;
  const app = await openApp(appOptionsOfProcess());
  boundReads(app, { isOver: () => systemClock() > end, mostJournal: () => MOST_JOURNAL });
  const { everyProject: all, project } = wish;
  if (wish.names === 'projects') return offerProjects(app);
  const scope = await readScope(app, { all, project });
  return wish.names === 'sessions' ? offerSessions(app, scope, wish) : offerMemories(app, scope, wish);
}
