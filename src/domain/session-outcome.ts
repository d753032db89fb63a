import type { Conversation, Message } from './conversation.ts';
import { indexMessages } from './conversation-path.ts';
import { commandsOf, type OutcomeCommand } from './outcome-commands.ts';
import { decisionsOf } from './outcome-decisions.ts';
import { lineOf, type OutcomeLine, type OutcomeScope } from './outcome-line.ts';
import { openItems } from './outcome-open-items.ts';
import { pairTools } from './tool-pairing.ts';
import { type ToolPath, toolPaths } from './tool-paths.ts';
import { foldTurns, type Turn } from './turns.ts';

/** A file that the session touched; numbers count calls that succeeded or whose end is not known. */
export interface OutcomePath {
  readonly path: string;
  readonly reads: number;
  readonly edits: number;
  /** Turn of the last touch. */
  readonly turn: number;
  /** Message of the last edit, else of the last read. */
  readonly messageIds: readonly string[];
}

/** What came of a session, or of its first turns: found by rules, without a model. Every line names its records. */
export interface SessionOutcome {
  /** Turns and messages covered. */
  readonly turns: number;
  readonly messages: number;
  /** Last message covered; null for an empty session. */
  readonly through: string | null;
  /** The first thing a person asked for. */
  readonly goal: OutcomeLine | null;
  /** What a person asked for after that, oldest first. */
  readonly asked: readonly OutcomeLine[];
  /** What was said to be decided, or approved by a person. */
  readonly decisions: readonly OutcomeLine[];
  /** What was said to be ruled out, or refused by a person. */
  readonly rejected: readonly OutcomeLine[];
  /** Edited files first, each in order of the last touch, newest last. */
  readonly paths: readonly OutcomePath[];
  /** Commands that shells ran, each once with its last end, in order of the last run. */
  readonly commands: readonly OutcomeCommand[];
  /** What was left to do or to answer. */
  readonly open: readonly OutcomeLine[];
  /** The last thing the agent said. */
  readonly last: OutcomeLine | null;
}

/** Turns that are covered: `through` whole turns from the beginning, and all of them when it is absent. */
export interface OutcomeOptions {
  readonly through?: number;
  /** The turns of the conversation, when they are at hand. */
  readonly turns?: readonly Turn[];
}

function scopeOf(
  conversation: Conversation,
  { through, turns = foldTurns(conversation) }: OutcomeOptions,
): OutcomeScope {
  const covered = turns.slice(0, through);
  const turnOf = new Map(covered.flatMap(({ messageIds }, index) => messageIds.map((id) => [id, index + 1] as const)));
  const byId = indexMessages(conversation.messages);
  const path = conversation.activePath.flatMap((id) => (turnOf.has(id) ? (byId.get(id) ?? []) : []));
  return { turns: covered, path, byId: indexMessages(path), turnOf, calls: pairTools(path).calls };
}

/** Messages of subagents that were recorded before the last message covered. */
function sideMessages(conversation: Conversation, { path }: OutcomeScope): readonly Message[] {
  const end = path.reduce((line, message) => Math.max(line, message.line), 0);
  return conversation.messages.filter(({ sidechain, line }) => sidechain === true && line <= end);
}

/** Counts a touch; the file moves to the end, as the one touched last. */
function touch(
  files: Map<string, OutcomePath>,
  { path, access }: ToolPath,
  by: Pick<OutcomePath, 'turn' | 'messageIds'>,
): void {
  const known = files.get(path) ?? { path, reads: 0, edits: 0, turn: 0, messageIds: [] };
  files.delete(path);
  const tells = access === 'edit' || known.edits === 0;
  files.set(path, {
    path,
    reads: known.reads + (access === 'read' ? 1 : 0),
    edits: known.edits + (access === 'edit' ? 1 : 0),
    turn: Math.max(by.turn, known.turn),
    messageIds: tells ? by.messageIds : known.messageIds,
  });
}

function pathsOf(conversation: Conversation, scope: OutcomeScope): readonly OutcomePath[] {
  const files = new Map<string, OutcomePath>();
  const side = pairTools(sideMessages(conversation, scope)).calls;
  for (const { name, input, status, message } of [...side.values(), ...scope.calls.values()]) {
    if (status === 'error') continue;
    const by = { turn: scope.turnOf.get(message.id) ?? 0, messageIds: [message.id] };
    for (const one of toolPaths(name, input)) touch(files, one, by);
  }
  const all = [...files.values()];
  return [...all.filter(({ edits }) => edits > 0), ...all.filter(({ edits }) => edits === 0)];
}

function promptsOf({ turns }: OutcomeScope): readonly OutcomeLine[] {
  return turns.flatMap(({ id, prompt }, index) => {
    const line = prompt === null ? null : lineOf(prompt, { by: 'person', turn: index + 1, messageIds: [id] });
    return line === null ? [] : [line];
  });
}

/** A prompt that asks for something: not only a command of the client. */
function isWish({ text }: OutcomeLine): boolean {
  return !/^\/\S+$/.test(text);
}

function lastAnswer(scope: OutcomeScope): OutcomeLine | null {
  const message = scope.path.findLast(
    ({ kind, content }) => kind === 'answer' && content.some(({ type }) => type === 'text'),
  );
  if (message === undefined) return null;
  const text = message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  return lineOf(text, { by: 'agent', turn: scope.turnOf.get(message.id) ?? 0, messageIds: [message.id] });
}

/** What came of a conversation, by fixed rules. Pure and deterministic; bounded texts. */
export function outcomeOf(conversation: Conversation, options: OutcomeOptions = {}): SessionOutcome {
  const scope = scopeOf(conversation, options);
  const prompts = promptsOf(scope);
  const goal = prompts.find(isWish) ?? prompts[0] ?? null;
  const commands = commandsOf(scope);
  const { decisions, rejected } = decisionsOf(scope);
  return {
    turns: scope.turns.length,
    messages: scope.path.length,
    through: scope.path.at(-1)?.id ?? null,
    goal,
    asked: prompts.filter((line) => line !== goal && isWish(line)),
    decisions,
    rejected,
    paths: pathsOf(conversation, scope),
    commands,
    open: openItems(scope, commands),
    last: lastAnswer(scope),
  };
}
