import type { ContentBlock, Conversation, Message } from './conversation.ts';
import { disarmText, fenceText, inlineText, labelText, type RoleLabel } from './markdown-text.ts';
import type { SessionView } from './session-view.ts';
import { aboutCall } from './tool-about.ts';

/**
 * How much of a conversation an export shows. `compact`: prompts, answers and a line per tool call. `redacted`: the
 * active path with tool inputs and results. `full`: thinking, injected text, side branches and sidechains too.
 */
export type ExportMode = 'compact' | 'redacted' | 'full';

function callLine(block: Extract<ContentBlock, { type: 'toolCall' }>): string {
  const about = aboutCall(block.input);
  const detail = about === null ? '' : `: \`${about.replace(/`+/g, ' ')}\``;
  return `**Tool** ${inlineText(block.name)}${detail}\n`;
}

/** The texts of blocks that are shown as they are, files and images by name. */
export function shownText(blocks: readonly ContentBlock[]): string {
  return blocks
    .map(blockText)
    .filter((text) => text !== '')
    .join('\n\n');
}

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
    case 'notice':
      return block.text;
    case 'image':
    case 'file':
      return `[${block.type}${block.name === undefined ? '' : ` ${block.name}`}${block.blob === undefined ? '' : ` ${block.blob.slice(0, 12)}`}]`;
    default:
      return '';
  }
}

/** Who speaks. */
export function labelOf(message: Message): RoleLabel {
  switch (message.kind) {
    case 'prompt':
      return 'You';
    case 'summary':
      return 'Summary';
    case 'meta':
      return 'Injected';
    case 'notice':
      return 'Notice';
    default:
      return 'Assistant';
  }
}

function renderTool(block: ContentBlock, mode: ExportMode): string | undefined {
  if (block.type === 'toolCall') {
    return mode === 'compact'
      ? callLine(block)
      : labelText(
          'Tool',
          fenceText(JSON.stringify(block.input, null, 2) ?? 'null', 'json'),
          ` ${inlineText(block.name)}`,
        );
  }
  if (block.type === 'toolResult' && mode !== 'compact') {
    return labelText('Tool result', fenceText(shownText(block.content)), block.isError ? ' (error)' : '');
  }
  if (block.type === 'thinking' && mode === 'full' && block.text !== '')
    return labelText('Thinking', fenceText(block.text));
  return undefined;
}

/** Whether a mode shows a message at all. */
export function isShown(message: Message, mode: ExportMode): boolean {
  return (
    mode === 'full' ||
    message.kind === 'prompt' ||
    message.kind === 'answer' ||
    message.kind === 'toolResult' ||
    message.kind === 'summary'
  );
}

function renderMessage(message: Message, mode: ExportMode): string {
  if (!isShown(message, mode)) return '';
  const parts: string[] = [];
  const text = shownText(message.content);
  if (text !== '')
    parts.push(labelText(labelOf(message), disarmText(text), message.sidechain === true ? ' (subagent)' : ''));
  for (const block of message.content) {
    const part = renderTool(block, mode);
    if (part !== undefined) parts.push(part);
  }
  return parts.join('\n');
}

/** What a reader wants to know of a session first; what is not known is left out. */
export function sessionFacts(view: SessionView): readonly (readonly [name: string, value: string])[] {
  const facts: readonly (readonly [string, string | null])[] = [
    ['session', view.id],
    ['agent', view.agent],
    ['native id', view.nativeId],
    ['project', view.project?.name ?? null],
    ['started', view.startedAt],
    ['updated', view.updatedAt],
    ['models', view.models.join(', ') || null],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
}

function* frontMatter(view: SessionView): Generator<string> {
  yield `${disarmText(view.title ?? 'Untitled session').replace(/\s+/g, ' ')}\n\n`;
  for (const [name, value] of sessionFacts(view)) yield `- ${name}: ${inlineText(value)}\n`;
  yield '\n';
}

/** Messages in the order a reader wants: the active path; everything else after it in full mode. */
export function messagesInOrder(conversation: Conversation, mode: ExportMode): readonly Message[] {
  const byId = new Map(conversation.messages.map((message) => [message.id, message]));
  const path = conversation.activePath.flatMap((id) => byId.get(id) ?? []);
  if (mode !== 'full') return path;
  const onPath = new Set(conversation.activePath);
  return [...path, ...conversation.messages.filter((message) => !onPath.has(message.id))];
}

/** Renders a conversation as Markdown in pieces. Role labels are bold text, never headings, and quoted text can not forge one. */
export function* renderMarkdown(view: SessionView, conversation: Conversation, mode: ExportMode): Generator<string> {
  yield* frontMatter(view);
  for (const message of messagesInOrder(conversation, mode)) {
    const text = renderMessage(message, mode);
    if (text !== '') yield `${text}\n`;
  }
}
