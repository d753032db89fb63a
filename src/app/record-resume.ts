import type { ResumeFacts } from '../domain/resume-facts.ts';
import type { Finding } from '../domain/resume-finding.ts';
import { changeable, type SessionRefusal } from '../domain/session-decide.ts';
import type { SessionState } from '../domain/session-state.ts';
import type { EventDraft } from '../events/envelope.ts';
import type { SessionResumed } from '../events/resume-data.ts';
import type { EventId, SessionId } from '../kernel/ids.ts';
import { commitDecision } from './commit-decision.ts';
import type { AppContext } from './context.ts';
import type { ExaminedResume } from './examine-resume.ts';
import { sessionDraft, stateWithTail } from './session-events.ts';
import { prepareSnapshot } from './snapshot-document.ts';

/** A resume that goes on. */
export interface ResumeToRecord {
  readonly examined: ExaminedResume;
  readonly accepted: readonly Finding[];
  /** Estimated tokens of the context handed over. */
  readonly tokens: number;
  /** Terminal in which it was asked for. */
  readonly terminal?: string;
}

/** The session file written for the agent, and the session that it belongs to. */
export interface WrittenSession {
  readonly session: SessionId;
  readonly nativeId: string;
}

/** Events of one resume: confirmations, the snapshot it was judged by, and the resume itself. */
export interface ResumeEvents {
  readonly resumed: EventId;
  /** For one commit; `write` keeps what they name, and has to be called before it. */
  readonly plain: { readonly drafts: readonly EventDraft[]; readonly write: () => void };
  /** The same with the session file that was written, for the commit that begins it; what they name is kept by the call. */
  readonly native: (written: WrittenSession) => readonly EventDraft[];
}

interface SnapshotToAppend {
  readonly draft: EventDraft;
  readonly write: () => void;
}

function confirmations(app: AppContext, { examined, accepted }: ResumeToRecord): readonly EventDraft[] {
  const project = examined.facts.place.project;
  return accepted.map(({ code, before, after }) =>
    sessionDraft(app, examined.view.id, {
      type: 'resume.confirmed',
      data: {
        code,
        ...(project === null ? {} : { project: project.id }),
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      },
    }),
  );
}

function severities(findings: readonly Finding[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { severity } of findings) counts[severity] = (counts[severity] ?? 0) + 1;
  return counts;
}

function resumedData({ examined, tokens, terminal }: ResumeToRecord, confirmed: readonly EventId[]): SessionResumed {
  const { judgement, facts } = examined;
  const { agent, model } = facts.provider;
  return {
    verdict: judgement.verdict,
    findings: [...new Set(judgement.findings.map(({ code }) => code))],
    severities: severities(judgement.findings),
    ...(confirmed.length === 0 ? {} : { accepted: confirmed }),
    ...(agent.selected === null ? {} : { agent: agent.selected }),
    ...(model.selected === null ? {} : { model: model.selected }),
    ...(facts.now === null ? {} : { where: facts.now.where }),
    ...(terminal === undefined ? {} : { tty: terminal }),
    tokens,
  };
}

/** The project as it is now, as a snapshot of a session; empty where no folder of it was found. */
function snapshotOf(
  app: AppContext,
  { now }: ResumeFacts,
  of: { readonly session: SessionId; readonly occasion: 'resume' | 'start' },
): readonly SnapshotToAppend[] {
  if (now === null) return [];
  const { draft, write } = prepareSnapshot(app, of.session, {
    snapshot: now,
    occasion: of.occasion,
    where: now.where,
  });
  return [{ draft: sessionDraft(app, of.session, draft), write }];
}

function writeAll(snapshots: readonly SnapshotToAppend[]): void {
  for (const { write } of snapshots) write();
}

/** Makes the events of a resume; writes nothing yet. A child begins with what its parent was judged by. */
export function makeResumeEvents(app: AppContext, resume: ResumeToRecord): ResumeEvents {
  const { view, facts } = resume.examined;
  const confirmed = confirmations(app, resume);
  const own = snapshotOf(app, facts, { session: view.id, occasion: 'resume' });
  const data = resumedData(
    resume,
    confirmed.map(({ id }) => id),
  );
  const resumed = sessionDraft(app, view.id, { type: 'session.resumed', data });
  const before = [...confirmed, ...own.map(({ draft }) => draft)];
  return {
    resumed: resumed.id,
    plain: { drafts: [...before, resumed], write: () => writeAll(own) },
    native: ({ nativeId, session: child }) => {
      const isChild = child !== view.id;
      const named = { ...resumed, data: { ...data, nativeId, ...(isChild ? { child } : {}) } } as EventDraft;
      const begun = isChild ? snapshotOf(app, facts, { session: child, occasion: 'start' }) : [];
      writeAll([...own, ...begun]);
      return [...before, ...begun.map(({ draft }) => draft), named];
    },
  };
}

/** A session that was deleted or blocked meanwhile is not resumed. */
function refusalOf(state: SessionState | undefined): SessionRefusal | null {
  const found = changeable(state);
  if (!found.ok) return found.refusal;
  return found.state.deleted === null ? null : { code: 'session-deleted', session: found.state.id };
}

/** Appends the events of a resume in one commit; null, or why it was refused. */
export async function recordResume(
  app: AppContext,
  session: SessionId,
  events: ResumeEvents,
): Promise<SessionRefusal | null> {
  const committed = await commitDecision<SessionRefusal>(app, () => (tail) => {
    const refusal = refusalOf(stateWithTail(app, session, tail));
    return refusal === null
      ? { kind: 'append', drafts: events.plain.drafts, before: events.plain.write }
      : { kind: 'refuse', refusal };
  });
  return committed.kind === 'refused' ? committed.refusal : null;
}
