import type { AskedClaim } from '../domain/asked-claims.ts';
import { readClaim } from '../domain/memory-claim.ts';
import { claimsOfSession, type SessionClaim } from '../domain/session-claims.ts';
import type { SessionView } from '../domain/session-view.ts';
import type { SessionId } from '../kernel/ids.ts';
import { actingAs } from './acting-as.ts';
import { type Asked, askExtractor, type Extractor } from './ask-extractor.ts';
import { compactSession, planOutcome } from './compact-session.ts';
import type { AppContext } from './context.ts';
import { type MemoryView, viewMemories } from './memory-view.ts';
import { type ManyProposed, planProposals, proposeMemories } from './propose-memories.ts';
import type { ProposeRequest } from './propose-memory.ts';
import { readSessionConversation, type SessionConversation } from './session-conversation.ts';

/** What was drawn out of one session. */
export interface Extraction {
  readonly session: SessionId;
  /** What became of its outcome: `unchanged` when the same records were summed up before. */
  readonly summary: 'summarised' | 'unchanged' | 'nothing' | 'refused' | 'planned';
  /** Candidates found, by rules and by the extractor. */
  readonly claims: number;
  /** What became of asking the configured program; null where none was asked. */
  readonly extractor: { readonly claims: number; readonly problem: string | null } | null;
  /** Records that were made of them, as proposals; with `dryRun` none. */
  readonly proposed: readonly MemoryView[];
  readonly planned: number;
  /** Claims that known records make; noted there, once. */
  readonly observed: number;
  readonly known: number;
  /** Why claims were not taken. */
  readonly refused: readonly string[];
  /** The session is of no project, so that there is nowhere to put them. */
  readonly nowhere: boolean;
}

type Request = Omit<ProposeRequest, 'scope' | 'acceptance'>;

function sourceKeyOf(view: SessionView, text: string): string {
  return JSON.stringify(['session', view.id, readClaim(text).normal || text]);
}

function requestOf(view: SessionView, claim: SessionClaim): Request {
  return {
    text: claim.text,
    kind: claim.kind,
    tags: claim.file === null ? [] : [claim.file],
    provenance: { sessionId: view.id, messageIds: claim.messageIds, agent: view.agent },
    // What a transcript says that a person said is worth no more than the transcript.
    trust: claim.by === 'agent' ? 'agent' : view.trust,
    ...(claim.at === null ? {} : { learnedAt: claim.at }),
    confidence: 'inferred',
    sourceKey: sourceKeyOf(view, claim.text),
  };
}

/** What a program made of a conversation is worth no more than all that was in it, what tools brought in included. */
function askedRequest(view: SessionView, { kind, text, messageIds }: AskedClaim): Request {
  return {
    text,
    kind,
    provenance: { sessionId: view.id, messageIds, agent: view.agent },
    trust: 'untrusted',
    confidence: 'inferred',
    sourceKey: sourceKeyOf(view, text),
  };
}

async function summariseAll(
  app: AppContext,
  read: SessionConversation,
  dryRun: boolean,
): Promise<Extraction['summary']> {
  const plan = planOutcome(app, read);
  if (dryRun) return plan.stored !== null ? 'unchanged' : plan.through === null ? 'nothing' : 'planned';
  return (await compactSession(app, plan)).kind;
}

async function proposeAll(
  app: AppContext,
  { view, requests, dryRun }: { view: SessionView; requests: readonly Request[]; dryRun: boolean },
): Promise<readonly ManyProposed[]> {
  if (view.project === null || requests.length === 0) return [];
  const scope = { kind: 'project', argument: view.project.id } as const;
  const rules = actingAs(app, { kind: 'system' });
  return dryRun ? planProposals(rules, requests, scope) : proposeMemories(rules, requests, scope);
}

/** How a session is drawn out of. */
export interface ExtractOptions {
  readonly dryRun?: boolean;
  /** Asked besides the rules; never by a dry run. */
  readonly extractor?: Extractor;
}

async function ask(
  app: AppContext,
  read: SessionConversation,
  { dryRun, extractor }: ExtractOptions,
): Promise<Asked | null> {
  return extractor === undefined || dryRun === true ? null : askExtractor(app, read, extractor);
}

/**
 * Draws out of a session what came of it, stored as `session.summarized`, and what it asks to be remembered, as proposals
 * with the messages that say so. By rules, without a model, unless an extractor is given. Nothing is accepted, and doing it
 * again adds nothing.
 */
export async function extractMemory(
  app: AppContext,
  view: SessionView,
  options: ExtractOptions = {},
): Promise<Extraction> {
  const { dryRun = false } = options;
  const read = readSessionConversation(app, view.id);
  const summary = await summariseAll(app, read, dryRun);
  const asked = view.deleted ? null : await ask(app, read, options);
  const requests = [
    ...(view.deleted ? [] : claimsOfSession(read.conversation)).map((claim) => requestOf(view, claim)),
    ...(asked?.claims ?? []).map((claim) => askedRequest(view, claim)),
  ];
  const outcomes = await proposeAll(app, { view, requests, dryRun });
  return {
    session: view.id,
    summary,
    claims: requests.length,
    extractor: asked === null ? null : { claims: asked.claims.length, problem: asked.problem },
    ...figuresOf(app, outcomes, dryRun),
    nowhere: view.project === null && requests.length > 0,
  };
}

function figuresOf(
  app: AppContext,
  outcomes: readonly ManyProposed[],
  dryRun: boolean,
): Pick<Extraction, 'proposed' | 'planned' | 'observed' | 'known' | 'refused'> {
  const observed = outcomes.filter(({ kind }) => kind === 'observed');
  const made = outcomes.filter((one) => one.kind === 'proposed');
  const records = dryRun ? [] : made.flatMap(({ memory }) => app.readModel.memory(memory) ?? []);
  return {
    proposed: viewMemories(app, records),
    planned: made.length,
    observed: observed.filter(({ isNews }) => isNews).length,
    known: observed.filter(({ isNews }) => !isNews).length,
    refused: outcomes.flatMap((one) => (one.kind === 'refused' ? [one.refusal.code] : [])),
  };
}
