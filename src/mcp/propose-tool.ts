import * as z from 'zod';
import { viewMemory } from '../app/memory-view.ts';
import { type Proposed, type ProposeRequest, proposeMemory } from '../app/propose-memory.ts';
import { readConversation } from '../app/show-session.ts';
import { isInForce } from '../domain/memory-state.ts';
import { MEMORY_KINDS, type MemoryProvenance } from '../events/memory-data.ts';
import type { MemoryId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { isReadable, notHere, type Reach, requireHit } from './reach.ts';
import { defineTool, type ToolCall } from './tool.ts';
import { idInput } from './tool-input.ts';
import { answerShape } from './tool-output.ts';

const input = z.strictObject({
  text: z.string().min(1).max(2048).describe('One durable claim in plain words, at most 2 KiB. No secrets.'),
  kind: z.enum(MEMORY_KINDS).default('fact').describe('What it is.'),
  tags: z.array(z.string().min(1).max(64)).max(8).default([]).describe('Tags.'),
  paths: z.array(z.string().min(1).max(512)).max(16).default([]).describe('Files or folders it is about.'),
  because: idInput.optional().describe('Session, or SESSION:MESSAGE, that it goes back to.'),
  supersedes: idInput.optional().describe('Accepted memory record that it would replace.'),
});

type ProposeCall = ToolCall<z.infer<typeof input>>;

function provenanceOf({ app, input: { because }, reach, agent, asking }: ProposeCall): MemoryProvenance {
  const by = agent === undefined ? {} : { agent };
  if (because === undefined) return { ...by, ...(asking === undefined ? {} : { sessionId: asking }) };
  const target = requireHit(app, because, reach);
  if (target.kind !== 'session' && target.kind !== 'message') throw notHere(because);
  const sessionId = target.view.id;
  if (target.kind === 'session') return { ...by, sessionId };
  const isMessage = readConversation(app, sessionId).messages.some(({ id }) => id === target.key);
  return { ...by, sessionId, ...(isMessage ? { messageIds: [target.key] } : {}) };
}

function supersededOf({ app, input: { supersedes }, reach }: ProposeCall): { readonly supersedes?: MemoryId } {
  if (supersedes === undefined) return {};
  const target = requireHit(app, supersedes, reach);
  if (target.kind !== 'memory' || !isReadable(app, target.record, reach)) throw notHere(supersedes);
  return { supersedes: target.record.id };
}

function requestOf(call: ProposeCall): ProposeRequest {
  const { text, kind, tags, paths } = call.input;
  return {
    text,
    kind,
    tags,
    paths,
    scope: { kind: 'project' },
    provenance: provenanceOf(call),
    // What an agent claims may come from anywhere that it read.
    trust: 'untrusted',
    confidence: 'inferred',
    ...supersededOf(call),
  };
}

function refused(code: string, message: string): LoomError {
  return new LoomError({ kind: 'refused', code, message });
}

function tellOf(call: ProposeCall, made: Exclude<Proposed, { kind: 'refused' }>, reach: Reach) {
  const record = call.app.readModel.memory(made.memory);
  if (record === undefined) throw new TypeError('a proposal is gone');
  const { id, status, shapes, trust, conflictsWith } = viewMemory(call.app, record);
  const conflicts = conflictsWith.filter(({ id: other }) => {
    const one = call.app.readModel.memory(other);
    return one !== undefined && isReadable(call.app, one, reach);
  });
  return {
    id,
    result: made.kind === 'proposed' ? 'proposed' : 'known already',
    state: status,
    trust,
    inForce: isInForce(record),
    ...(shapes.length === 0
      ? {}
      : {
          instructionShaped: shapes,
          flagged: 'It reads like an instruction to an agent; a person has to confirm that.',
        }),
    conflictsWith: conflicts,
    next: 'It is no memory until a person accepts it in a terminal of their own: loom memory review',
  };
}

async function propose(call: ProposeCall) {
  const { app, settings } = call;
  if (!settings.memoryEnabled) throw refused('memory-disabled', 'memory is turned off here; nothing was proposed');
  app.readModel.catchUp();
  const made = await proposeMemory(app, requestOf(call));
  if (made.kind === 'refused') throw refused(made.refusal.code, `nothing was proposed: ${made.refusal.code}`);
  return { data: tellOf(call, made, call.reach) };
}

/** Proposes a claim. */
export const memoryProposeTool = defineTool({
  name: 'memory_propose',
  title: 'Propose something to remember',
  description:
    'Proposes one claim for the memory of this project. It stays a proposal, shown to no session, until a person accepts it; ' +
    'repeating it makes it no truer. Secrets are redacted before anything is written.',
  input,
  output: answerShape({ id: z.string(), result: z.string(), state: z.string() }),
  writes: true,
  run: propose,
});
