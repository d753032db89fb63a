import { type Judgement, judgeResume } from '../domain/judge-resume.ts';
import { differencesOf, type ProviderDifferences } from '../domain/provider-differences.ts';
import { type ApprovalToAsk, approvalsToAsk } from '../domain/resume-approvals.ts';
import type { ResumeFacts } from '../domain/resume-facts.ts';
import { changeable, type SessionRefusal } from '../domain/session-decide.ts';
import type { SessionView } from '../domain/session-view.ts';
import { tallyTools } from '../domain/tool-tally.ts';
import type { SessionId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import { gatherResumeFacts, type ResumeQuestion } from './resume-facts.ts';
import { withWorktreeState } from './worktree-state.ts';

/** A session compared with what is there now. Nothing was written. */
export interface ExaminedResume {
  readonly view: SessionView;
  readonly facts: ResumeFacts;
  readonly judgement: Judgement;
  /** What will be asked for again. */
  readonly approvals: readonly ApprovalToAsk[];
  /** What another agent, model or effort means; null when none is asked for. */
  readonly differences: ProviderDifferences | null;
}

/** An examination, or why there can be none. */
export type ResumeExamination =
  | { readonly kind: 'examined'; readonly examined: ExaminedResume }
  | { readonly kind: 'refused'; readonly refusal: SessionRefusal };

/** A stream of a newer loom is no refusal: the verdict says so. */
function refusalOf(app: AppContext, session: SessionId): SessionRefusal | null {
  const found = changeable(app.readModel.state(session));
  if (found.ok) return found.state.deleted === null ? null : { code: 'session-deleted', session };
  return found.refusal.code === 'stream-blocked' && found.refusal.because === 'unknown-event' ? null : found.refusal;
}

/** Compares what a session knew with what is there now, and judges it. Reads only. */
export async function examineResume(
  app: AppContext,
  session: SessionId,
  question: ResumeQuestion,
): Promise<ResumeExamination> {
  app.readModel.catchUp();
  const refusal = refusalOf(app, session);
  const [state, view] = [app.readModel.state(session), app.readModel.view(session)];
  if (refusal !== null) return { kind: 'refused', refusal };
  if (state === undefined || view === undefined) return { kind: 'refused', refusal: { code: 'session-unknown' } };
  const { facts, history, messages } = await gatherResumeFacts(app, { state, view }, question);
  const approvals = approvalsToAsk({
    mode: view.mode,
    approved: history.approvedTools,
    tools: tallyTools(messages),
    granted: facts.baselines.policy?.snapshot.grants ?? [],
    now: facts.now?.grants ?? [],
  });
  const differences = differencesOf(facts.provider);
  return {
    kind: 'examined',
    examined: { view: withWorktreeState(app, view), facts, judgement: judgeResume(facts), approvals, differences },
  };
}
