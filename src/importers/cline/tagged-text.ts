import type { ContentBlock } from '../../domain/conversation.ts';

/** Tools that the model calls by writing tags into its text. */
const TOOLS = new Set(
  (
    'execute_command read_file write_to_file replace_in_file apply_diff insert_content search_and_replace search_files ' +
    'list_files list_code_definition_names codebase_search browser_action use_mcp_tool access_mcp_resource new_task ' +
    'ask_followup_question attempt_completion plan_mode_respond switch_mode fetch_instructions update_todo_list ' +
    'load_mcp_documentation web_fetch condense new_rule report_bug'
  ).split(' '),
);
const TAG = /<([a-z_]{3,40})>/g;
const TYPED = ['task', 'feedback', 'user_message', 'answer'] as const;

/** Text between two tags and where it ends. */
interface Span {
  readonly inner: string;
  readonly start: number;
  readonly end: number;
}

function spanOf(text: string, tag: string, from: number): Span | undefined {
  const open = `<${tag}>`;
  const start = text.indexOf(open, from);
  const close = start < 0 ? -1 : text.indexOf(`</${tag}>`, start);
  if (close < 0) return undefined;
  return { inner: text.slice(start + open.length, close), start, end: close + tag.length + 3 };
}

/** What a person typed, and what stands around it. */
export interface TypedSpans {
  readonly typed: readonly string[];
  readonly rest: string;
}

/** Takes what a person typed out of what the model was sent. */
export function readTyped(text: string): TypedSpans {
  const typed: string[] = [];
  const rest: string[] = [];
  let from = 0;
  for (;;) {
    const spans = TYPED.flatMap((tag) => spanOf(text, tag, from) ?? []);
    const [first] = spans.sort((a, b) => a.start - b.start);
    if (first === undefined) break;
    typed.push(first.inner.trim());
    rest.push(text.slice(from, first.start));
    from = first.end;
  }
  return { typed, rest: [...rest, text.slice(from)].join('').trim() };
}

function inputOf(inner: string): Readonly<Record<string, string>> {
  const input: [string, string][] = [];
  let from = 0;
  TAG.lastIndex = 0;
  for (const found of inner.matchAll(TAG)) {
    const name = found[1] ?? '';
    const span = found.index < from ? undefined : spanOf(inner, name, found.index);
    if (span === undefined) continue;
    input.push([name, span.inner.trim()]);
    from = span.end;
  }
  return Object.fromEntries(input);
}

/** Takes the calls out of what the model wrote; ids are made of the place. */
export function readTaggedCalls(text: string, place: string): readonly ContentBlock[] {
  const blocks: ContentBlock[] = [];
  const unclosed = new Set<string>();
  let from = 0;
  const addText = (to: number): void => {
    const words = text.slice(from, to).trim();
    if (words !== '') blocks.push({ type: 'text', text: words });
  };
  for (const found of text.matchAll(TAG)) {
    const name = found[1] ?? '';
    if (found.index < from || !TOOLS.has(name) || unclosed.has(name)) continue;
    const span = spanOf(text, name, found.index);
    if (span === undefined) {
      unclosed.add(name);
      continue;
    }
    addText(span.start);
    blocks.push({ type: 'toolCall', id: `${place}/${blocks.length}`, name, input: inputOf(span.inner) });
    from = span.end;
  }
  addText(text.length);
  return blocks;
}
