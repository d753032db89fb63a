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
  /** Writes the snapshot's document durably; to be called before the append. */
  readonly write: () => void;
  /** To be appended in one commit; names the session file, where one was written. */
  readonly drafts: (written?: WrittenSession) => readonly EventDraft[];
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

/** Makes the events of a resume; writes nothing yet. */
export function makeResumeEvents(app: AppContext, resume: ResumeToRecord): ResumeEvents {
  const { view, facts } = resume.examined;
  const confirmed = confirmations(app, resume);
  const { now } = facts;
  const snapshot =
    now === null ? [] : [prepareSnapshot(app, view.id, { snapshot: now, occasion: 'resume', where: now.where })];
  const data = resumedData(
    resume,
    confirmed.map(({ id }) => id),
  );
  const resumed = sessionDraft(app, view.id, { type: 'session.resumed', data });
  const before = [...confirmed, ...snapshot.map(({ draft }) => sessionDraft(app, view.id, draft))];
  return {
    resumed: resumed.id,
    write: () => {
      for (const { write } of snapshot) write();
    },
    drafts: (written) => {
      if (written === undefined) return [...before, resumed];
      const { nativeId, session: child } = written;
      const isChild = child !== view.id;
      const named = { ...data, nativeId, ...(isChild ? { child } : {}) };
      return [...before, { ...resumed, data: named } as EventDraft];
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
      ? { kind: 'append', drafts: events.drafts(), before: events.write }
      : { kind: 'refuse', refusal };
  });
  return committed.kind === 'refused' ? committed.refusal : null;
}
