import type { ContentBlock } from '../../domain/conversation.ts';

/** What stands in a message: words, calls, and what came of them. */
export interface ToldBlocks {
  readonly said: readonly ContentBlock[];
  readonly results: readonly ContentBlock[];
}

const OPEN = /^<tool-use\b([^>]*)>/;
const CLOSE = '</tool-use>';
const SUMMARY = { open: '<summary>', close: '</summary>' } as const;
const SPAN = /^[ \t]*`([^`\n]+)`[ \t]*$/m;
const SHELL_FENCE = /^```(?:bash|sh|shell)\n([\s\S]*?)\n```/m;
/** What a call was asked stands at its beginning. */
const MOST_ASKED = 16 * 1024;
const LONGEST_TAG = 1000;

/** The part between two marks, and the text without it. */
function takeSummary(text: string): { readonly summary: string; readonly rest: string } {
  const from = text.indexOf(SUMMARY.open);
  const to = from < 0 ? -1 : text.indexOf(SUMMARY.close, from);
  if (to < 0) return { summary: '', rest: text };
  const end = to + SUMMARY.close.length;
  return { summary: text.slice(from + SUMMARY.open.length, to), rest: text.slice(0, from) + text.slice(end) };
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}

/** What a call was asked, as far as the document shows it. */
function inputOf(type: string, body: string): Readonly<Record<string, string>> {
  const span = SPAN.exec(body)?.[1];
  if (type === 'shell') {
    const command = span ?? SHELL_FENCE.exec(body)?.[1];
    return command === undefined ? {} : { command };
  }
  const isFile = type === 'read' || type === 'write';
  const file = span ?? /(?:Read|Edit|Write) file: ([^\n<]+)/.exec(body)?.[1]?.trim();
  if (file === undefined) return {};
  return isFile ? { path: file } : { query: file };
}

function toolBlocks(
  tag: string,
  inner: string,
  id: string,
): { readonly call: ContentBlock; readonly result: ContentBlock } {
  const { summary, rest } = takeSummary(inner);
  const body = rest.replace(/<\/?details>/g, '').trim();
  const asked = `${summary}\n${body}`.slice(0, MOST_ASKED);
  const input = inputOf(attribute(tag, 'data-tool-type'), asked);
  return {
    call: { type: 'toolCall', id, name: attribute(tag, 'data-tool-name'), input },
    result: {
      type: 'toolResult',
      callId: id,
      isError: false,
      content: body === '' ? [] : [{ type: 'text', text: body }],
    },
  };
}

/** Where the next call begins at the beginning of a line; -1 when none does. */
function nextUse(text: string, from: number): number {
  if (from === 0 && text.startsWith('<tool-use')) return 0;
  const found = text.indexOf('\n<tool-use', from);
  return found < 0 ? -1 : found + 1;
}

/** Takes the Markdown of an agent's message apart. A call begins where a line begins; `id` is that of the message. */
export function readToolUses(text: string, id: string): ToldBlocks {
  const said: ContentBlock[] = [];
  const results: ContentBlock[] = [];
  const addText = (part: string): void => {
    const words = part.trim();
    if (words !== '') said.push({ type: 'text', text: words });
  };
  let from = 0;
  for (let at = nextUse(text, 0); at >= 0; at = nextUse(text, from)) {
    const tag = OPEN.exec(text.slice(at, at + LONGEST_TAG));
    const end = text.indexOf(CLOSE, at);
    if (tag === null || end < 0) break;
    addText(text.slice(from, at));
    const { call, result } = toolBlocks(tag[1] ?? '', text.slice(at + tag[0].length, end), `${id}/${results.length}`);
    said.push(call);
    results.push(result);
    from = end + CLOSE.length;
  }
  addText(text.slice(from));
  return { said, results };
}

/** How many calls a text shows, quoted ones too: the figure of a document counts every tag. */
export function countToolTags(text: string): number {
  return text.match(/<tool-use\b[^>]{0,500}\bdata-tool-name="/g)?.length ?? 0;
}
