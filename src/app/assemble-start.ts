import type { Digest } from '../domain/digest-page.ts';
import { NOT_KNOWN, verdictOf } from '../domain/judge-resume.ts';
import type { Finding, FindingCode } from '../domain/resume-finding.ts';
import type { AgentName } from '../events/agents.ts';
import type { Verdict } from '../events/resume-data.ts';
import type { ProjectId, SessionId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import { examineResume } from './examine-resume.ts';
import { findForkOrigin } from './fork-origin.ts';
import type { StartSource } from './ports/hook-agent.ts';
import { currentPlace } from './project-current.ts';
import { nameProject } from './project-view.ts';
import { lastDigest, makeDigest } from './render-digest.ts';

/** A start of a session, as its agent tells it. */
export interface StartQuestion {
  readonly session: SessionId;
  readonly agent: AgentName;
  readonly source: StartSource;
  /** What the agent tells of the original of a fork. */
  readonly parent?: string;
  readonly transcript?: string;
  /** Estimated tokens that the digest may take; 0: none is wanted. */
  readonly tokens: number;
  /** More policy files, relative to the root. */
  readonly globs: readonly string[];
}

/** What changed since a session last ran, as far as it matters to the agent that goes on with it. */
export interface StartVerdict {
  /** The session that was compared: the one that starts, or the one that it was forked from. */
  readonly session: SessionId;
  readonly isFork: boolean;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
}

/** What a start can be told. */
export interface StartFacts {
  readonly digest: Digest | null;
  readonly verdict: StartVerdict | null;
  /** Keyed digest of the text that the session was given before. */
  readonly assembled: string | null;
}

/** Sources of a start of which something was there before. */
export const CONTINUES: ReadonlySet<StartSource> = new Set(['resume', 'fork', 'compact']);

/** The agent has its own records at hand, and is itself what runs. */
const NOT_ITS_CONCERN: ReadonlySet<FindingCode> = new Set([
  'transcript-behind',
  'transcript-empty',
  'maybe-live',
  'live-elsewhere',
  'agent-missing',
]);

function digestOf(app: AppContext, project: ProjectId | null, { tokens, session }: StartQuestion): Digest | null {
  if (tokens === 0) return null;
  const digest = makeDigest(app, { project, tokens, except: session });
  return digest.items.length === 0 || digest.body === '' ? null : digest;
}

/** A session that loom saw only now has nothing to compare with. */
function hasPast(app: AppContext, session: SessionId): boolean {
  const state = app.readModel.state(session);
  return state !== undefined && (state.transcript !== null || state.captured.prompts + state.captured.toolCalls > 0);
}

/** The session whose knowledge the one that starts goes on with. */
function continued(app: AppContext, question: StartQuestion): SessionId | undefined {
  const { session, source } = question;
  if (!CONTINUES.has(source)) return undefined;
  if (hasPast(app, session)) return session;
  // A compaction never begins a session; older agents call a fork a resume.
  const origin = source === 'compact' ? undefined : findForkOrigin(app, question);
  return origin !== undefined && hasPast(app, origin) ? origin : undefined;
}

async function verdictFor(
  app: AppContext,
  project: ProjectId | null,
  question: StartQuestion,
): Promise<StartVerdict | null> {
  const { source, globs } = question;
  const session = continued(app, question);
  if (session === undefined) return null;
  const found = await examineResume(app, session, { scope: { all: false, project }, printed: true, globs });
  if (found.kind === 'refused') return null;
  const findings = found.examined.judgement.findings.filter(
    ({ code, severity }) => severity !== 'info' && !NOT_ITS_CONCERN.has(code),
  );
  // A compaction happens in the midst of work: only what changed is worth an interruption.
  const isWorth = source === 'compact' ? findings.some(({ code }) => !NOT_KNOWN.has(code)) : findings.length > 0;
  const isFork = session !== question.session;
  return isWorth ? { session, isFork, verdict: verdictOf(findings), findings } : null;
}

/** Estimated tokens that everything together may take, and the most that one finding takes. */
const MOST_TOKENS = 1500;
const FINDING_TOKENS = 65;
const MOST_FINDINGS = 12;

function roomFor(verdict: StartVerdict | null): number {
  if (verdict === null) return MOST_TOKENS;
  return MOST_TOKENS - FINDING_TOKENS * (Math.min(MOST_FINDINGS, verdict.findings.length) + 2);
}

/** Gathers what a session may be told at its start: accepted memory of its project, and what changed since it last ran. */
export async function assembleStart(app: AppContext, question: StartQuestion): Promise<StartFacts> {
  app.readModel.catchUp();
  const { project } = currentPlace(app);
  const verdict = await verdictFor(app, project, question);
  const digest = digestOf(app, project, { ...question, tokens: Math.min(question.tokens, roomFor(verdict)) });
  return { digest, verdict, assembled: app.readModel.state(question.session)?.assembled ?? null };
}

/**
 * The page of the folder's project as it was rendered last, for want of time; `undefined` when there is none, when somebody
 * edited it, or when the project is not certain. Does not look at what happened since the index was used last.
 */
export function lastPage(app: AppContext): string | undefined {
  const { project } = currentPlace(app);
  if (project === null) return undefined;
  return lastDigest(app, project, nameProject(app.readModel.projects(), project).name);
}
