import { cutAtGrapheme } from '../kernel/grapheme-cut.ts';
import { inlineText } from './markdown-text.ts';
import type { OutcomeCommand } from './outcome-commands.ts';
import { type OutcomeLine, oneLine } from './outcome-line.ts';
import type { OutcomePath, SessionOutcome } from './session-outcome.ts';

/** What a summary may say besides the outcome. */
export interface OutcomeSetting {
  /** Longest text, in characters. */
  readonly most: number;
  /** What the agent itself wrote when it compacted the session last. */
  readonly ownSummary?: string;
  /** What may be stale, one line each. */
  readonly stale?: readonly string[];
  /** Memory proposals that await review, one line each. */
  readonly proposals?: readonly string[];
}

/** A section: what is cut first is last in `lines`. */
interface Section {
  readonly title: string;
  readonly lines: readonly string[];
  /** Lines that are printed at most, however much room there is. */
  readonly most?: number;
  /** Lines are printed the other way round: the newest are chosen first and stand last. */
  readonly newestFirst?: true;
}

/** Enough of a message's id to find it. */
function shortId(id: string): string {
  return id.length <= 12 ? id : id.slice(0, 8);
}

function trace(turn: number, messageIds: readonly string[]): string {
  const ids = messageIds.slice(0, 2).map((id) => inlineText(shortId(id)));
  return turn === 0 && ids.length === 0 ? '' : ` [turn ${turn}${ids.length === 0 ? '' : `, ${ids.join(' ')}`}]`;
}

function said({ text, by, turn, messageIds }: OutcomeLine): string {
  return `- ${text}${by === 'agent' ? ' (agent)' : ''}${trace(turn, messageIds)}`;
}

function told({ text, turn, messageIds }: OutcomeLine): string {
  return `- ${text}${trace(turn, messageIds)}`;
}

function pathLine({ path, reads, edits, turn, messageIds }: OutcomePath): string {
  const how = [edits > 0 ? `edited ${edits}×` : '', reads > 0 ? `read ${reads}×` : ''].filter((one) => one !== '');
  return `- ${inlineCode(path)} ${how.join(', ')}${trace(turn, messageIds)}`;
}

function inlineCode(text: string): string {
  return `\`${text.replace(/[`\r\n]+/g, ' ')}\``;
}

/** Longest command that is printed, in characters. */
const MOST_COMMAND = 140;
const ENDS = { ok: 'ok', error: 'failed', interrupted: 'interrupted' } as const;

function commandLine({ command, status, runs, detail, turn, messageIds }: OutcomeCommand): string {
  const often = runs > 1 ? ` (${runs} runs)` : '';
  const more = detail === null ? '' : ` — ${detail}`;
  return `- ${inlineCode(oneLine(command, MOST_COMMAND))} ${ENDS[status]}${often}${more}${trace(turn, messageIds)}`;
}

function newest<T>(items: readonly T[], print: (item: T) => string): readonly string[] {
  return items.map(print).reverse();
}

/** Sections in the order in which room is given to them. */
function sectionsOf(outcome: SessionOutcome, { stale = [], proposals = [] }: OutcomeSetting): readonly Section[] {
  const known = outcome.commands.filter(({ kind, status }) => kind !== 'other' || status === 'error');
  const other = outcome.commands.filter(({ kind, status }) => kind === 'other' && status !== 'error');
  return [
    { title: 'Goal', lines: outcome.goal === null ? [] : [told(outcome.goal)] },
    { title: 'Open', lines: outcome.open.map(told) },
    { title: 'What may be stale', lines: stale.map((line) => `- ${line}`) },
    { title: 'Decisions', lines: newest(outcome.decisions, said), newestFirst: true },
    { title: 'Ruled out', lines: newest(outcome.rejected, said), newestFirst: true },
    {
      title: 'Files changed',
      lines: newest(
        outcome.paths.filter(({ edits }) => edits > 0),
        pathLine,
      ),
      newestFirst: true,
    },
    { title: 'Tests, builds and commits', lines: newest(known, commandLine), newestFirst: true },
    { title: 'Last answer', lines: outcome.last === null ? [] : [told(outcome.last)] },
    { title: 'Memory proposals awaiting review', lines: proposals.map((line) => `- ${line}`) },
    { title: 'Then asked', lines: newest(outcome.asked, told), most: 40, newestFirst: true },
    { title: 'Other commands', lines: newest(other, commandLine), most: 12, newestFirst: true },
    {
      title: 'Files read',
      most: 20,
      lines: newest(
        outcome.paths.filter(({ edits }) => edits === 0),
        pathLine,
      ),
      newestFirst: true,
    },
  ];
}

/** The order in which sections are printed. */
const PRINTED = [
  'Goal',
  'Then asked',
  'Decisions',
  'Ruled out',
  'Files changed',
  'Tests, builds and commits',
  'Other commands',
  'Files read',
  'Last answer',
  'Open',
  'What may be stale',
  'Memory proposals awaiting review',
];

/** Most lines that a section takes before the next one has its turn. */
const FAIR_SHARE = 6;

interface Chosen {
  readonly section: Section;
  readonly count: number;
}

/** How many lines of a section there is room for, up to some number, and the room that is left then. */
function admitLines(
  { title, lines, most: atMost = lines.length }: Section,
  { from, most, room }: { readonly from: number; readonly most: number; readonly room: number },
): { readonly count: number; readonly left: number } {
  let left = room;
  let count = from;
  while (count < Math.min(most, atMost, lines.length)) {
    const cost = (lines[count] as string).length + 1 + (count === 0 ? title.length + 20 : 0);
    if (cost > left) break;
    left -= cost;
    count += 1;
  }
  return { count, left };
}

/** Gives each section its first line, then some more, then the rest, as long as there is room. */
function chooseLines(sections: readonly Section[], room: number): readonly Chosen[] {
  const counts = sections.map(() => 0);
  let left = room;
  for (const most of [1, FAIR_SHARE, Number.POSITIVE_INFINITY]) {
    for (const [index, section] of sections.entries()) {
      const admitted = admitLines(section, { from: counts[index] ?? 0, most, room: left });
      counts[index] = admitted.count;
      left = admitted.left;
    }
  }
  return sections.map((section, index) => ({ section, count: counts[index] ?? 0 }));
}

function printSection({ section: { title, lines, newestFirst }, count }: Chosen): string {
  const chosen = lines.slice(0, count);
  const some = count < lines.length ? ` (${count} of ${lines.length})` : '';
  return [`**${title}**${some}`, ...(newestFirst === true ? chosen.reverse() : chosen)].join('\n');
}

function headLine({ turns, messages }: SessionOutcome): string {
  return `Summary of ${turns === 1 ? 'turn 1' : `turns 1–${turns}`} (${messages} messages), made by rules and without a model: it may lack what matters.`;
}

/** Quotes the agent's own summary, as a whole or its beginning. */
function quoteOwn(text: string, most: number): string {
  const title = '**The agent’s own last summary** (made by a model)\n';
  const quoted = text.trim().replace(/^/gm, '> ');
  if (quoted.length + title.length <= most) return `${title}${quoted}`;
  const kept = cutAtGrapheme(quoted, most - title.length - 2).trimEnd();
  return kept.length < 80 ? '' : `${title}${kept}…`;
}

/**
 * An outcome as Markdown of at most so many characters: bold titles, one fact a line, each with its turn and the beginning of
 * the ids of its messages. What does not fit is counted in the title of its section.
 */
export function renderOutcome(outcome: SessionOutcome, setting: OutcomeSetting): string {
  const head = headLine(outcome);
  const own = setting.ownSummary === undefined ? '' : quoteOwn(setting.ownSummary, Math.floor(setting.most / 2));
  const sections = sectionsOf(outcome, setting);
  const room = setting.most - head.length - own.length - 4;
  const chosen = chooseLines(sections, room).filter(({ count }) => count > 0);
  const printed = PRINTED.flatMap((title) => chosen.filter(({ section }) => section.title === title)).map(printSection);
  const text = [head, own, ...printed].filter((part) => part !== '').join('\n\n');
  return text.length <= setting.most ? text : cutAtGrapheme(text, setting.most);
}
