/** Spans that the harness adds to what a person typed. */
const INJECTED = /<(system-reminder|ide_opened_file|ide_selection|ide_diagnostics)>[\s\S]*?<\/\1>/g;

/** Beginnings of user records that no person typed. */
const MACHINE_MADE = [
  '<local-command-stdout>',
  '<local-command-stderr>',
  '<local-command-caveat>',
  'Caveat: The messages below',
  '<bash-stdout>',
  '<bash-stderr>',
  '<task-notification>',
  '<teammate-message',
  '<user-prompt-submit-hook>',
  '<agent-notification>',
] as const;

const INTERRUPTED = '[Request interrupted by user';

/** What a person typed, and what was added to it. */
export interface TypedText {
  readonly typed: string;
  readonly injected: readonly string[];
}

/** Takes apart what a person typed and the spans that the harness added. */
export function splitInjected(text: string): TypedText {
  if (!text.includes('<')) return { typed: text.trim(), injected: [] };
  const injected: string[] = [];
  const typed = text.replace(INJECTED, (span) => {
    injected.push(span);
    return '';
  });
  return { typed: typed.trim(), injected };
}

/** Whether the text is output of a command, a notification or another text that no person typed. */
export function isMachineMade(typed: string): boolean {
  return MACHINE_MADE.some((start) => typed.startsWith(start));
}

/** Whether the text is the marker that the client leaves when a person stops a run. */
export function isInterruptMarker(typed: string): boolean {
  return typed.startsWith(INTERRUPTED);
}

/** How a person entered a text. */
export function promptKindOf(typed: string): 'plain' | 'slash' | 'bash' {
  if (typed.startsWith('<command-name>') || typed.startsWith('<command-message>')) return 'slash';
  return typed.startsWith('<bash-input>') ? 'bash' : 'plain';
}

function tagContent(text: string, tag: string): string | undefined {
  const open = text.indexOf(`<${tag}>`);
  if (open < 0) return undefined;
  const start = open + tag.length + 2;
  const close = text.indexOf(`</${tag}>`, start);
  return (close < 0 ? text.slice(start) : text.slice(start, close)).trim();
}

/** The text as the person saw it while typing: `/review src`, `! ls`, or the text itself. */
export function asTyped(typed: string): string {
  const kind = promptKindOf(typed);
  if (kind === 'bash') return `! ${tagContent(typed, 'bash-input') ?? ''}`.trimEnd();
  if (kind === 'plain') return typed;
  const name = tagContent(typed, 'command-name') ?? tagContent(typed, 'command-message') ?? '';
  const command = name.startsWith('/') ? name : `/${name}`;
  return `${command} ${tagContent(typed, 'command-args') ?? ''}`.trimEnd();
}
