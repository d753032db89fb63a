import { matchText, type TextMatch } from '../domain/search-match.ts';
import type { SearchTerm } from '../domain/search-plan.ts';
import { scoreText, type TermWeights, type TextScore, weighTerms } from '../domain/search-score.ts';
import type { FoundDocument, SearchDemand, SearchReader, StoredDocument } from './ports/search.ts';
import { withNeighbours } from './rank-neighbours.ts';

/** A document with how well it answers, and what of the question is in it. */
export interface RankedDocument {
  readonly document: StoredDocument;
  readonly score: number;
  readonly text: TextScore;
  readonly match: TextMatch;
  /** It stands beside what answers, and holds nothing of the question itself. */
  readonly beside: boolean;
}

export interface RankRequest {
  readonly demand: SearchDemand;
  /** The whole question. */
  readonly terms: readonly SearchTerm[];
  readonly frequencies: ReadonlyMap<SearchTerm, number>;
  /** Terms in so many documents are not ranked by. */
  readonly common: number;
  /** How many are wanted; undefined: all. */
  readonly wanted: number | undefined;
}

/** The best of what fits; `isWhole`: nothing else fits. */
export interface Ranked {
  readonly documents: readonly RankedDocument[];
  readonly isWhole: boolean;
}

/** How many the index is asked for, and how many of these are read and ranked by their text. */
interface Depth {
  readonly found: number;
  readonly read: number;
}

/** Where every word is in every document there is little to tell by reading more of them. */
const SHALLOW: Depth = { found: 300, read: 50 };
const DEEP: Depth = { found: 1000, read: 150 };
const EVERYTHING = Number.MAX_SAFE_INTEGER;

/** Scores a document that fits a demand by its text alone. */
export function scoreDocument(reader: SearchReader, document: StoredDocument, request: RankRequest): RankedDocument {
  const { terms, frequencies, common } = request;
  const weights = weighTerms(terms, { ...reader.figures(), frequencies, most: common });
  const { row } = document;
  return rankText({ one: { row, subject: 0, order: null, score: 0, around: 0 }, document }, terms, weights);
}

/** Ranks what fits a demand, best first: by words in the index first, then by text for the best of them. */
export function rankFound(reader: SearchReader, request: RankRequest): Ranked {
  const { terms, frequencies, common } = request;
  const depth = depthOf(request);
  const weights = weighTerms(terms, { ...reader.figures(), frequencies, most: common });
  const found = gather(reader, request, depth.found);
  const near = withNeighbours(reader, found, request.demand);
  const read = near.slice(0, depth.read);
  const stored = new Map(reader.documents(read.map(({ row }) => row)).map((document) => [document.row, document]));
  const ranked = read.flatMap((one) => {
    const document = stored.get(one.row);
    return document === undefined ? [] : [rankText({ one, document }, terms, weights)];
  });
  const isWhole = found.length < depth.found && near.length <= depth.read;
  return { documents: distinctTurns(ranked.sort(compareRanked)), isWhole };
}

function depthOf({ wanted, demand }: RankRequest): Depth {
  if (wanted === undefined) return { found: EVERYTHING, read: EVERYTHING };
  const { found, read } = demand.any.length === 0 ? SHALLOW : DEEP;
  return { found: Math.max(found, wanted * 4), read: Math.max(read, Math.min(wanted * 2, wanted + 500)) };
}

function gather(
  reader: SearchReader,
  { demand, terms, frequencies, common }: RankRequest,
  most: number,
): readonly FoundDocument[] {
  const asked = demand.any.length > 0 ? demand.any : terms;
  const rare = asked.filter((term) => (frequencies.get(term) ?? 0) < common);
  if (rare.length === 0) return reader.newest(demand, most);
  const ranked = reader.ranked(demand, rare, most);
  if (ranked.length >= most || rare.length === asked.length) return ranked;
  const known = new Set(ranked.map(({ row }) => row));
  return [...ranked, ...reader.newest(demand, most).filter(({ row }) => !known.has(row))];
}

interface Read {
  readonly one: FoundDocument & { readonly around: number };
  readonly document: StoredDocument;
}

/** Kinds that tell more at the same words. */
const KIND_SHARE: Readonly<Record<StoredDocument['kind'], number>> = {
  memory: 1.15,
  title: 1.1,
  summary: 1,
  prompt: 1,
  answer: 1,
  toolCall: 0.85,
};

function rankText({ one, document }: Read, terms: readonly SearchTerm[], weights: TermWeights): RankedDocument {
  const match = matchText(document.text, terms);
  const text = scoreText(document.text, match, weights);
  const own = text.words * (0.5 + 0.5 * text.coverage) * (1 + 0.3 * text.nearness) * KIND_SHARE[document.kind];
  const score = text.spoken ? own * 1.15 + one.around * 1.3 : own + one.around;
  return { document, score, text, match, beside: text.words === 0 };
}

/** Equal to three digits is equal: then trust and time decide. */
function rounded(score: number): number {
  return Number(score.toPrecision(3));
}

const BELIEVED: Readonly<Record<StoredDocument['kind'], number>> = {
  memory: 3,
  prompt: 2,
  title: 1,
  summary: 1,
  answer: 1,
  toolCall: 0,
};

/** Names letter by letter first, then what has all words, then by score; the trusted and the newer of equals first. */
function compareRanked(a: RankedDocument, b: RankedDocument): number {
  return (
    b.text.exact - a.text.exact ||
    Number(b.text.full) - Number(a.text.full) ||
    rounded(b.score) - rounded(a.score) ||
    BELIEVED[b.document.kind] - BELIEVED[a.document.kind] ||
    compareText(b.document.at, a.document.at) ||
    compareText(idOf(a.document), idOf(b.document))
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function idOf({ subjectId, kind, key }: StoredDocument): string {
  return `${subjectId} ${kind} ${key}`;
}

/** What tells a turn from all others; `undefined` where ids count from one in every session. */
export function turnName({ kind, key, text }: StoredDocument): string | undefined {
  return key === '' || key.startsWith('line:') ? undefined : JSON.stringify([kind, key, text]);
}

/** Forks and continuations hold turns of their parents: each turn is one hit, that of the session which held it first. */
function distinctTurns(ranked: readonly RankedDocument[]): readonly RankedDocument[] {
  const first = new Map<string, RankedDocument>();
  for (const one of ranked) {
    const name = turnName(one.document);
    const known = name === undefined ? undefined : first.get(name);
    const better = known === undefined || (known.document.inherited && !one.document.inherited);
    if (name !== undefined && better) first.set(name, one);
  }
  return ranked.filter((one) => {
    const name = turnName(one.document);
    return name === undefined || first.get(name) === one;
  });
}
