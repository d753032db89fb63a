import type { MemoryView } from '../../app/memory-view.ts';
import type { SearchHit } from '../../app/search-hits.ts';
import type { SearchAnswer, SearchRequest } from '../../app/search-memory.ts';
import type { ShownHit } from '../../app/show-hits.ts';
import { printJson } from '../../kernel/json-text.ts';
import { RawJson } from '../answer.ts';
import { safeBlock, safeLine } from '../safe-text.ts';
import type { Screen } from '../screen.ts';
import { type Column, renderTable } from '../table.ts';
import { showTime } from '../times.ts';
import { renderMemoryRecord } from './memory-record.ts';

const WORDS: Readonly<Record<SearchHit['type'], string>> = {
  memory: 'memory',
  prompt: 'prompt',
  answer: 'answer',
  toolCall: 'tool',
  summary: 'summary',
  title: 'title',
};

function endOf({ turn }: SearchHit): string {
  if (turn === undefined) return '';
  const tools =
    turn.toolCalls === 0 ? '' : `, ${turn.toolCalls} tool calls${turn.failed > 0 ? `, ${turn.failed} failed` : ''}`;
  return turn.answer === null ? `→ ${turn.ended}${tools}` : `→ ${turn.answer}${tools}`;
}

function placeOf(hit: SearchHit, screen: Screen): string {
  const marks = [
    hit.state === 'archived' ? 'archived' : '',
    hit.unconfirmedInstruction === true ? 'unconfirmed instruction' : '',
  ];
  const state = hit.type === 'memory' ? `${hit.title} · ${hit.state}` : (hit.title ?? '');
  return [WORDS[hit.type], showTime(hit.at as never, screen), state, hit.project?.name ?? '', ...marks]
    .filter(Boolean)
    .join(' · ');
}

function blockOf(hit: SearchHit, screen: Screen): string {
  const { paint } = screen;
  const end = endOf(hit);
  const lines = [
    `${paint.bold(safeLine(hit.id))}  ${paint.dim(safeLine(placeOf(hit, screen)))}`,
    `  ${safeLine(hit.snippet)}`,
    ...(end === '' ? [] : [paint.dim(`  ${safeLine(end)}`)]),
    ...(hit.partial ? [paint.dim(`  ${safeLine(hit.why)}`)] : []),
  ];
  return `${lines.join('\n')}\n`;
}

const COLUMNS: readonly Column<SearchHit>[] = [
  { title: 'id', value: (hit) => hit.id },
  { title: 'type', value: (hit) => WORDS[hit.type] },
  { title: 'at', value: (hit) => hit.at },
  {
    title: 'state',
    value: (hit) => (hit.unconfirmedInstruction === true ? `${hit.state}, unconfirmed instruction` : hit.state),
  },
  { title: 'title', value: (hit) => hit.title },
  { title: 'why', value: (hit) => (hit.partial ? `partial: ${hit.why}` : hit.why) },
  { title: 'snippet', value: (hit) => hit.snippet },
  { title: 'end', value: (hit) => endOf(hit) },
];

/** Hits for people: a few lines each on a terminal, else one line of tab-separated columns. */
export function renderHits(hits: readonly SearchHit[], screen: Screen): string {
  return screen.terminal ? hits.map((hit) => blockOf(hit, screen)).join('\n') : renderTable(hits, COLUMNS, screen);
}

/** One thing whole. */
export function renderShown(
  { id, type, title, at, text, tokens, truncated, record }: ShownHit,
  view?: MemoryView,
): string {
  if (record !== undefined && view !== undefined) return renderMemoryRecord(view);
  const head = [id, type, at ?? '', title ?? ''].filter(Boolean).map(safeLine).join('  ');
  const rest = truncated ? `\n… cut; ${tokens} tokens in all: --budget ${tokens}` : '';
  return `${head}\n\n${safeBlock(text)}${rest}\n`;
}

/** Every hit, those that are read as they are asked for included. */
export function* everyHit({ hits, rest }: SearchAnswer): Iterable<SearchHit> {
  yield* hits;
  if (rest !== undefined) yield* rest();
}

/** The document of `--json`. */
export function hitsJson(answer: SearchAnswer): unknown {
  return answer.rest === undefined ? answer.hits : new RawJson(arrayPieces(everyHit(answer)));
}

function* arrayPieces(hits: Iterable<SearchHit>): Iterable<string> {
  let before = '[\n  ';
  for (const hit of hits) {
    yield before + printJson(hit, 2).replaceAll('\n', '\n  ');
    before = ',\n  ';
  }
  yield '\n]';
}

/** What there is to say beside the hits. */
export function searchNotes(
  { hits, respelled }: SearchAnswer,
  { limit, offset, scope }: SearchRequest,
): readonly string[] {
  const notes = Object.entries(respelled).map(
    ([word, taken]) => `Nothing holds ${safeLine(word)}; looked for ${taken.map(safeLine).join(', ')}.`,
  );
  if (hits.length === 0)
    return [...notes, scope.all ? 'Nothing found.' : 'Nothing found in this project; --all looks in every one.'];
  if (hits.length === limit) notes.push(`There may be more: --offset ${(offset ?? 0) + limit}.`);
  if (hits.some(({ type }) => type === 'memory'))
    notes.push('Memory is known as of its date; verify before relying on it.');
  return notes;
}
