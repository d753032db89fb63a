import type { MemoryKind } from '../events/memory-data.ts';
import type { IsoTime } from '../kernel/ids.ts';
import { findMarkedClaims } from './claim-markers.ts';
import type { Conversation, Message } from './conversation.ts';
import { asksForNote, instructionEdits } from './instruction-edits.ts';
import { pairTools } from './tool-pairing.ts';
import { textOf } from './turns.ts';

/** Something that a session asks to be remembered, with the messages that say so. */
export interface SessionClaim {
  readonly text: string;
  readonly kind: MemoryKind;
  /** Who worded it. */
  readonly by: 'person' | 'agent';
  readonly messageIds: readonly string[];
  readonly at: IsoTime | null;
  /** Base name of the file of instructions that it was noted in; null for words of a prompt. */
  readonly file: string | null;
}

/** Claims of one session; more are no memory but a transcript. */
export const MOST_SESSION_CLAIMS = 40;

/** What a person typed in this session itself. */
function isTyped({ kind, synthetic, sidechain, inherited, promptKind }: Message): boolean {
  const isPlain =
    promptKind === undefined ||
    promptKind === 'plain' ||
    promptKind === 'queued' ||
    promptKind === 'beside-tool-result';
  return kind === 'prompt' && isPlain && synthetic !== true && sidechain !== true && inherited !== true;
}

function promptClaims(message: Message): readonly SessionClaim[] {
  return findMarkedClaims(textOf(message.content)).map((claim) => ({
    ...claim,
    by: 'person',
    messageIds: [message.id],
    at: message.at,
    file: null,
  }));
}

/** The prompt that each message answers, where it asks for a note. */
function askingPrompts(path: readonly Message[]): ReadonlyMap<string, Message> {
  const asking = new Map<string, Message>();
  let asked: Message | undefined;
  for (const message of path) {
    if (message.kind === 'prompt')
      asked = isTyped(message) && asksForNote(textOf(message.content)) ? message : undefined;
    if (asked !== undefined) asking.set(message.id, asked);
  }
  return asking;
}

/** Notes that an agent took in a file of instructions while it answered a prompt that asked for one. */
function noteClaims(path: readonly Message[]): readonly SessionClaim[] {
  const asking = askingPrompts(path);
  return [...pairTools(path).calls.values()].flatMap((call) => {
    const { message } = call;
    const asked = asking.get(message.id);
    if (asked === undefined) return [];
    const facts = { kind: 'preference', by: 'agent', messageIds: [asked.id, message.id], at: message.at } as const;
    return instructionEdits(call).flatMap(({ file, lines }) =>
      lines.map((text) => ({ ...facts, text, file: file.split(/[\\/]/).at(-1) ?? file })),
    );
  });
}

/**
 * Finds what a session asks to be remembered: words of a person, and notes in files of instructions that a person asked for.
 * By rules, in the order of the active path; each text once. They are claims for a person to judge, nothing more.
 */
export function claimsOfSession(conversation: Conversation): readonly SessionClaim[] {
  const byId = new Map(conversation.messages.map((message) => [message.id, message]));
  const path = conversation.activePath.flatMap((id) => byId.get(id) ?? []);
  const found = [...path.filter(isTyped).flatMap(promptClaims), ...noteClaims(path)];
  const seen = new Set<string>();
  const claims = found.filter(({ text }) => !seen.has(text) && seen.add(text));
  return claims.slice(0, MOST_SESSION_CLAIMS);
}
