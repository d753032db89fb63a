import { type DigestOutcome, digestOutcome } from '../domain/digest-outcome.ts';
import type { SessionView } from '../domain/session-view.ts';
import type { ProjectId, SessionId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import { redactStrings } from './redact-identity.ts';
import { readSessionConversation } from './session-conversation.ts';

/** Sessions that are looked at for pinned ones, and how many are read. */
const MOST_LISTED = 200;
const MOST_RECENT = 6;
const MOST_PINNED = 4;
/** A longer transcript is not read for one line. */
const MOST_BYTES = 8 * 1024 * 1024;

function isTelling(app: AppContext, view: SessionView, except: SessionId | undefined): boolean {
  if (view.id === except || view.headless || view.counts.prompts === 0) return false;
  return (app.readModel.state(view.id)?.transcript?.keptLength ?? 0) <= MOST_BYTES;
}

function outcomeOfSession(app: AppContext, view: SessionView): DigestOutcome | undefined {
  const read = readSessionConversation(app, view.id);
  const outcome = redactStrings(app.redactor, read.outcomeThrough(read.turns.length));
  const ownTitle = view.titleSource === 'person' && view.title !== null ? app.redactor.redact(view.title).text : null;
  return digestOutcome({ ...view, ownTitle }, outcome);
}

/** What came of the last sessions of a project, and of pinned ones, redacted. `except`: the conversation in progress. */
export function recentOutcomes(app: AppContext, project: ProjectId, except?: SessionId): readonly DigestOutcome[] {
  const views = app.readModel.list({ project, limit: MOST_LISTED }).filter((view) => isTelling(app, view, except));
  const pinned = views.filter((view) => view.pinned).slice(0, MOST_PINNED);
  const chosen = new Set([...views.slice(0, MOST_RECENT), ...pinned]);
  return [...chosen].flatMap((view) => outcomeOfSession(app, view) ?? []);
}
