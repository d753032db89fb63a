import { isShellTool } from '../events/tool-names.ts';
import type { ContentBlock, Message } from './conversation.ts';
import { type OutcomeScope, oneLine } from './outcome-line.ts';
import { commandLine } from './tool-about.ts';
import type { ToolStatus } from './tool-pairing.ts';

/** What a command is for, as far as its words tell. */
export type CommandKind = 'test' | 'build' | 'check' | 'commit' | 'other';

/** A command that a shell of the session ran, with its last end. */
export interface OutcomeCommand {
  /** One line. */
  readonly command: string;
  readonly kind: CommandKind;
  readonly status: ToolStatus;
  readonly runs: number;
  /** The line of its output that tells most; null when none does. */
  readonly detail: string | null;
  readonly turn: number;
  readonly messageIds: readonly string[];
}

const KINDS: readonly (readonly [CommandKind, RegExp])[] = [
  ['commit', /\bgit\s+(?:-\S+\s+(?:\S+\s+)?)*(?:commit|push|merge|rebase|cherry-pick|revert|tag)\b/],
  [
    'test',
    /\b(?:(?:npm|pnpm|yarn|bun|deno|cargo|go|mix|swift|dotnet|make|mise|just|task|gradle|mvn)\s+(?:run\s+)?test\b|vitest|jest|mocha|pytest|unittest|rspec|phpunit|ctest|tox|nextest)/,
  ],
  [
    'check',
    /\b(?:eslint|biome|ruff|mypy|pyright|clippy|shellcheck|golangci-lint|tsc\s[^|;&]*--noEmit|(?:npm|pnpm|yarn|bun|make|mise|just|task)\s+(?:run\s+)?(?:lint|check|typecheck)\b)/,
  ],
  [
    'build',
    /\b(?:(?:npm|pnpm|yarn|bun|cargo|go|swift|dotnet|gradle|docker|mise|just|task)\s+(?:run\s+)?build\b|tsc\b|webpack|esbuild|vite\s+build|make\b|mvn\s+package|cmake)/,
  ],
];

const TELLING = [
  /\[[^\s\]]+(?: \([^)]*\))? [0-9a-f]{7,40}\] .*/,
  /^.*\b\d+ (?:tests? )?(?:passed|failed|passing|failing)\b.*$/im,
  /^(?:FAIL|ok|PASS|not ok|error(?:\[\w+\])?:|Error:|fatal:).*$/im,
];

function commandText(input: unknown): string {
  if (typeof input !== 'object' || input === null) return '';
  const members = input as Readonly<Record<string, unknown>>;
  for (const name of ['command', 'cmd']) {
    const text = Object.hasOwn(members, name) ? commandLine(members[name]) : undefined;
    if (text !== undefined && text.trim() !== '') return text;
  }
  return '';
}

function kindOf(command: string): CommandKind {
  return KINDS.find(([, pattern]) => pattern.test(command))?.[0] ?? 'other';
}

function outputOf(message: Message | undefined, callId: string): string {
  const block = message?.content.find((one) => one.type === 'toolResult' && one.callId === callId);
  const blocks: readonly ContentBlock[] = block?.type === 'toolResult' ? block.content : [];
  return blocks.map((one) => (one.type === 'text' ? one.text : '')).join('\n');
}

/** As much of the end of an output as is searched for a telling line. */
const MOST_OUTPUT = 20_000;
const MOST_DETAIL = 160;

function detailOf(
  output: string,
  { kind, failed }: { readonly kind: CommandKind; readonly failed: boolean },
): string | null {
  if (kind === 'other' && !failed) return null;
  const end = output.slice(-MOST_OUTPUT);
  for (const pattern of TELLING) {
    const found = pattern.exec(end)?.[0];
    if (found !== undefined) return oneLine(found, MOST_DETAIL);
  }
  const last = failed ? end.trimEnd().split('\n').at(-1) : undefined;
  return last === undefined || last.trim() === '' ? null : oneLine(last, MOST_DETAIL);
}

/** Commands of the session's own shells, each once, in order of the last run. */
export function commandsOf(scope: OutcomeScope): readonly OutcomeCommand[] {
  const commands = new Map<string, OutcomeCommand>();
  for (const call of scope.calls.values()) {
    const text = isShellTool(call.name) ? commandText(call.input) : '';
    if (text.trim() === '') continue;
    const command = oneLine(text);
    const kind = kindOf(text);
    const output = call.resultMessageId === null ? '' : outputOf(scope.byId.get(call.resultMessageId), call.id);
    const runs = (commands.get(command)?.runs ?? 0) + 1;
    commands.delete(command);
    commands.set(command, {
      command,
      kind,
      status: call.status,
      runs,
      detail: detailOf(output, { kind, failed: call.status === 'error' }),
      turn: scope.turnOf.get(call.message.id) ?? 0,
      messageIds: [call.message.id, ...(call.resultMessageId === null ? [] : [call.resultMessageId])],
    });
  }
  return [...commands.values()];
}
