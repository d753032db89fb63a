import { makeLineVisible } from '../kernel/visible-text.ts';
import { cutToWidth, displayWidth, padToWidth } from '../text/display-width.ts';
import type { MemoryRow, SessionRow, Tone } from './ui-host.ts';

/** A piece of a line that looks of a piece. */
export interface Span {
  readonly text: string;
  readonly tone?: Tone | 'chosen';
}

/** One line of the screen, safe and no wider than it may be. */
export type ScreenLine = readonly Span[];

/** The one way that text gets onto the screen: made safe, on one line, cut and filled to a width. */
export function fitLine(text: string, width: number): string {
  return padToWidth(cutToWidth(makeLineVisible(text), width), width);
}

/** Text that is as wide as it is, at most `width`. */
export function cutLine(text: string, width: number): string {
  return cutToWidth(makeLineVisible(text), Math.max(0, width));
}

/** How rows are drawn. */
export interface RowStyle {
  readonly width: number;
  readonly chosen: boolean;
  /** The row is one side of a comparison. */
  readonly marked?: boolean;
  readonly everyProject: boolean;
}

const WHEN = 10;
const AGENT = 11;
const PROJECT = 14;
/** Below this width a row has no room for agents. */
const ROOMY = 60;
/** A title is not made narrower than this for what follows it. */
const NARROW_TITLE = 8;

function flagsOf(row: SessionRow, marked: boolean): string {
  if (marked) return '=';
  if (row.pinned) return '*';
  return row.active ? '+' : ' ';
}

function extraWords(row: SessionRow): string {
  return [row.kind, row.archived ? 'archived' : '', row.deleted ? 'deleted' : '']
    .filter((word) => word !== '')
    .join(' ');
}

/** Columns that stand before the title. */
function leadColumns(row: SessionRow, { width, everyProject }: RowStyle): string {
  const roomy = width >= ROOMY;
  const parts = [
    fitLine(row.when, WHEN),
    ...(roomy ? [fitLine(row.agent, AGENT)] : []),
    ...(roomy && everyProject ? [fitLine(row.project, PROJECT)] : []),
  ];
  return parts.join(' ');
}

/** What follows the title; a narrow row has no room for it. */
function tailColumns(row: SessionRow, room: number): string {
  const count = row.prompts === null ? '' : String(row.prompts);
  const words = [extraWords(row), count].filter((word) => word !== '').join(' ');
  return words === '' || room - displayWidth(words) < NARROW_TITLE ? '' : ` ${cutLine(words, room)}`;
}

/** A session as one line: `>* 2h ago  claude-code  title … 12`. */
export function sessionLine(row: SessionRow, style: RowStyle): ScreenLine {
  const { width, chosen, marked = false } = style;
  const lead = `${chosen ? '>' : ' '}${flagsOf(row, marked)} ${leadColumns(row, style)} `;
  const tail = tailColumns(row, width - displayWidth(lead));
  const room = width - displayWidth(lead) - displayWidth(tail);
  const title = cutLine(row.title, room);
  const left = room - displayWidth(title);
  const snippet = row.snippet === undefined || left < NARROW_TITLE ? '' : cutLine(`  ${row.snippet}`, left);
  const spans: ScreenLine = [
    { text: lead, tone: 'dim' },
    { text: title },
    { text: padToWidth(snippet, Math.max(0, left)), tone: 'dim' },
    { text: tail, tone: 'dim' },
  ];
  return chosen ? asChosen(spans, width) : spans;
}

function asChosen(spans: ScreenLine, width: number): ScreenLine {
  return [{ text: fitLine(spans.map(({ text }) => text).join(''), width), tone: 'chosen' }];
}

const KIND = 10;
const SOURCE = 18;

/** A record as one line. */
export function memoryLine(row: MemoryRow, { width, chosen }: RowStyle): ScreenLine {
  const lead = `${chosen ? '>' : ' '}${row.instructionShaped ? '!' : ' '} ${fitLine(row.when, WHEN)} `;
  const columns = width >= ROOMY ? `${fitLine(row.kind, KIND)} ${fitLine(row.source, SOURCE)} ` : '';
  const room = width - displayWidth(lead) - displayWidth(columns);
  const spans: ScreenLine = [{ text: lead + columns, tone: 'dim' }, { text: fitLine(row.text, room) }];
  return chosen ? asChosen(spans, width) : spans;
}
