import type { StartFacts, StartVerdict } from '../../app/assemble-start.ts';
import { safeBlock, safeLine } from '../safe-text.ts';

/** Most characters that agents take at the start of a session. */
const MOST_CHARACTERS = 10_000;
/** Characters of the 1,500 tokens that everything together may take, as tokens are estimated. */
const MOST_ESTIMATED = 6000;
const MOST_FINDINGS = 12;
const LONGEST_FINDING = 240;
const MOST_PATHS = 6;

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}

function findingLine({
  code,
  message,
  paths = [],
  pathCount = paths.length,
}: StartVerdict['findings'][number]): string {
  const unsaid = paths.filter((path) => !message.includes(path)).slice(0, MOST_PATHS);
  const more = pathCount > MOST_PATHS ? `, … ${pathCount} in all` : '';
  const where = unsaid.length === 0 ? '' : ` (${unsaid.join(', ')}${more})`;
  return `- ${code}: ${cut(safeLine(`${message}${where}`), LONGEST_FINDING)}`;
}

function verdictText({ session, isFork, verdict, findings }: StartVerdict): string {
  const shown = findings.slice(0, MOST_FINDINGS).map(findingLine);
  const rest = findings.length - shown.length;
  return [
    isFork ? '# Since the session that this one was forked from last ran' : '# Since this session last ran',
    '',
    `loom compared what ${isFork ? 'it' : 'the session'} knew with what is there now: ${verdict}. Look again before you rely on any of this:`,
    '',
    ...shown,
    ...(rest > 0 ? [`- and ${rest} more`] : []),
    '',
    `All of it: loom sessions resume ${session} --dry-run`,
    '',
  ].join('\n');
}

/** What a session is told at its start; empty when there is nothing worth saying. The digest gives way. */
export function startText({ digest, verdict }: Pick<StartFacts, 'digest' | 'verdict'>): string {
  const changed = verdict === null ? '' : verdictText(verdict);
  const memory = digest === null ? '' : safeBlock(digest.body);
  const both = [changed, memory].filter((text) => text !== '').join('\n');
  const most = Math.min(MOST_CHARACTERS, MOST_ESTIMATED);
  return both.length <= most ? both : both.slice(0, both.lastIndexOf('\n', most) + 1);
}

/** What a session is told when there was no time to look. */
export function uncheckedText(page: string | undefined, session: string | null): string {
  const unchecked = session === null ? '' : `resume state not checked: \`loom sessions resume ${session} --dry-run\`\n`;
  const memory = page === undefined ? '' : safeBlock(page);
  const both = [unchecked, memory].filter((text) => text !== '').join('\n');
  return both.length <= MOST_ESTIMATED ? both : both.slice(0, both.lastIndexOf('\n', MOST_ESTIMATED) + 1);
}
