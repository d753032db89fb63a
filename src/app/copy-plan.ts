import type { Conversation } from '../domain/conversation.ts';
import { type ForkPoint, type ForkPointRefusal, findForkPoint } from '../domain/fork-point.ts';
import { changeable, type SessionRefusal } from '../domain/session-decide.ts';
import type { SessionState } from '../domain/session-state.ts';
import type { SessionView } from '../domain/session-view.ts';
import type { AgentName } from '../events/agents.ts';
import type { SessionId } from '../kernel/ids.ts';
import { withCapturedFacts } from './captured-prompts.ts';
import type { AppContext } from './context.ts';
import { hydrateConversation } from './hydrate-blobs.ts';
import type { Importer } from './ports/importer.ts';
import type { NativeChange, WholeRecord } from './ports/native-writer.ts';
import { readWholeRecords } from './whole-records.ts';

/** Why a session cannot be copied. */
export type CopyRefusal =
  | SessionRefusal
  | ForkPointRefusal
  | { readonly code: 'nothing-to-copy'; readonly session: SessionId }
  | { readonly code: 'session-moved'; readonly session: SessionId }
  | { readonly code: 'no-native-writer'; readonly agent: AgentName }
  | { readonly code: 'native-place-unknown'; readonly agent: AgentName; readonly cwd: string }
  | { readonly code: 'folder-gone'; readonly cwd: string };

/** What a copy of a session is made from. */
export interface CopySource {
  readonly state: SessionState;
  readonly view: SessionView;
  readonly importer: Importer;
  readonly records: readonly WholeRecord[];
  /** As the copied records say it; the path ends where the copy ends. */
  readonly conversation: Conversation;
  readonly point: ForkPoint;
  /** Ends where the original ends. */
  readonly whole: boolean;
  /** What the original lacks already. */
  readonly changes: readonly NativeChange[];
  /** Ids of prompts on the path that only were recorded live: events, and no records. */
  readonly captured: readonly string[];
}

export type CopySourceOutcome =
  | { readonly ok: true; readonly source: CopySource }
  | { readonly ok: false; readonly refusal: CopyRefusal };

function refuse(refusal: CopyRefusal): CopySourceOutcome {
  return { ok: false, refusal };
}

/** A session that can be copied: known and not deleted. */
function copyableState(
  app: AppContext,
  session: SessionId,
): { readonly ok: true; readonly state: SessionState } | { readonly ok: false; readonly refusal: CopyRefusal } {
  const found = changeable(app.readModel.state(session));
  if (!found.ok) return found;
  const { state } = found;
  if (state.deleted !== null) return { ok: false, refusal: { code: 'session-deleted', session } };
  return { ok: true, state };
}

/** Prompts that only were recorded live have no record to copy: the path goes by them. */
function keptPath(conversation: Conversation, path: readonly string[]): readonly string[] {
  const captured = new Set(conversation.messages.filter((message) => message.captured === true).map(({ id }) => id));
  return captured.size === 0 ? path : path.filter((id) => !captured.has(id));
}

/** Reads a session and finds where a copy of it ends. Writes nothing. The read model must be caught up. */
export function readCopySource(app: AppContext, session: SessionId, at: string | undefined): CopySourceOutcome {
  const found = copyableState(app, session);
  if (!found.ok) return found;
  const { state } = found;
  const importer = app.importerFor(state.agent);
  const view = app.readModel.view(session);
  if (state.transcript === null || importer === undefined || view === undefined) {
    return refuse({ code: 'nothing-to-copy', session });
  }
  const { records, damaged } = readWholeRecords(app, session);
  const kept = importer.normalize(records);
  const hydrated = hydrateConversation(app, session, { conversation: kept, hydration: 'said' });
  const shown = withCapturedFacts(app, state, hydrated).conversation;
  const outcome = findForkPoint(shown, at);
  if (!outcome.ok) return refuse(outcome.refusal);
  const path = keptPath(shown, outcome.point.path);
  const copied = new Set(path);
  const last = path.at(-1) ?? null;
  if (last === null) return refuse({ code: 'nothing-to-copy', session });
  return {
    ok: true,
    source: {
      state,
      view,
      importer,
      records,
      conversation: { ...kept, activePath: path },
      point: { ...outcome.point, path, at: last },
      whole: at === undefined,
      changes: damaged > 0 ? [{ code: 'damaged', count: damaged }] : [],
      captured: outcome.point.path.filter((id) => !copied.has(id)),
    },
  };
}
