import { readClaim } from '../domain/memory-claim.ts';
import { claimsOfSession, type SessionClaim } from '../domain/session-claims.ts';
import type { SessionView } from '../domain/session-view.ts';
import type { SessionId } from '../kernel/ids.ts';
import { actingAs } from './acting-as.ts';
import { compactSession, planOutcome } from './compact-session.ts';
import type { AppContext } from './context.ts';
import { type MemoryView, viewMemories } from './memory-view.ts';
import { type ManyProposed, planProposals, proposeMemories } from './propose-memories.ts';
import { readSessionConversation, type SessionConversation } from './session-conversation.ts';

/** What was drawn out of one session. */
export interface Extraction {
  readonly session: SessionId;
  /** What became of its outcome: `unchanged` when the same records were summed up before. */
  readonly summary: 'summarised' | 'unchanged' | 'nothing' | 'refused' | 'planned';
  /** Candidates found. */
  readonly claims: number;
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

function requestOf(view: SessionView, claim: SessionClaim) {
  return {
    text: claim.text,
    kind: claim.kind,
    tags: claim.file === null ? [] : [claim.file],
    provenance: { sessionId: view.id, messageIds: claim.messageIds, agent: view.agent },
    // What a transcript says that a person said is worth no more than the transcript.
    trust: claim.by === 'agent' ? 'agent' : view.trust,
    ...(claim.at === null ? {} : { learnedAt: claim.at }),
    confidence: 'inferred',
    sourceKey: JSON.stringify(['session', view.id, readClaim(claim.text).normal || claim.text]),
  } as const;
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
  { view, claims, dryRun }: { view: SessionView; claims: readonly SessionClaim[]; dryRun: boolean },
): Promise<readonly ManyProposed[]> {
  if (view.project === null || claims.length === 0) return [];
  const scope = { kind: 'project', argument: view.project.id } as const;
  const requests = claims.map((claim) => requestOf(view, claim));
  const rules = actingAs(app, { kind: 'system' });
  return dryRun ? planProposals(rules, requests, scope) : proposeMemories(rules, requests, scope);
}

/**
 * Draws out of a session what came of it, stored as `session.summarized`, and what it asks to be remembered, as proposals
 * with the messages that say so. By rules, without a model. Nothing is accepted, and doing it again adds nothing.
 */
export async function extractMemory(app: AppContext, view: SessionView, dryRun = false): Promise<Extraction> {
  const read = readSessionConversation(app, view.id);
  const claims = view.deleted ? [] : claimsOfSession(read.conversation);
  const summary = await summariseAll(app, read, dryRun);
  const outcomes = await proposeAll(app, { view, claims, dryRun });
  const observed = outcomes.filter(({ kind }) => kind === 'observed');
  const made = outcomes.filter((one) => one.kind === 'proposed');
  return {
    session: view.id,
    summary,
    claims: claims.length,
    proposed: dryRun
      ? []
      : viewMemories(
          app,
          made.flatMap(({ memory }) => app.readModel.memory(memory) ?? []),
        ),
    planned: made.length,
    observed: observed.filter(({ isNews }) => isNews).length,
    known: observed.filter(({ isNews }) => !isNews).length,
    refused: outcomes.flatMap((one) => (one.kind === 'refused' ? [one.refusal.code] : [])),
    nowhere: view.project === null && claims.length > 0,
  };
}
