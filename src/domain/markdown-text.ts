import { mapProse, proseDisarmer, unforge } from './markdown-prose.ts';

/** Labels that say who speaks in Markdown. Bold text, never headings. */
export const ROLE_LABELS = [
  'You',
  'Assistant',
  'Tool',
  'Tool result',
  'Thinking',
  'Summary',
  'Injected',
  'Notice',
  'Continuation',
] as const;
export type RoleLabel = (typeof ROLE_LABELS)[number];

/** Keeps quoted text from posing as a role label, and closes a code fence that it left open. */
export function containText(text: string): string {
  return mapProse(text, (line) => unforge(line, ROLE_LABELS));
}

/** The same for a page that is looked at: besides, no tag, picture or link in it does anything. */
export function disarmText(text: string): string {
  const disarm = proseDisarmer();
  return mapProse(text, (line) => disarm(unforge(line, ROLE_LABELS)));
}

/** Text in a code block whose fence is longer than any run of backticks inside. */
export function fenceText(text: string, language = ''): string {
  let longest = 2;
  for (const run of text.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** One paragraph under a role label. */
export function labelText(label: RoleLabel, body: string, extra = ''): string {
  return `**${label}**${extra}\n\n${body}\n`;
}

/** Foreign text as part of one line: no line breaks, no marks that Markdown acts on. */
export function inlineText(text: string): string {
  return text.replace(/[\n\r*_`[\]<>]+/g, ' ').trim();
}
