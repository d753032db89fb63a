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

const FEWEST_FOUND = 1000;
/** Of what the index found, so many are read and ranked by their text. */
const FEWEST_READ = 150;
const EVERYTHING = Number.MAX_SAFE_INTEGER;

/** Ranks what fits a demand, best first: by words in the index first, then by text for the best of them. */
export function rankFound(reader: SearchReader, request: RankRequest): readonly RankedDocument[] {
  const { wanted, terms, frequencies, common } = request;
  const weights = weighTerms(terms, { ...reader.figures(), frequencies, most: common });
  const found = gather(reader, request);
  const near = withNeighbours(reader, found, request.demand);
  const read = wanted === undefined ? near.length : Math.max(FEWEST_READ, wanted * 2);
  const ranked = near.slice(0, read).flatMap((one) => {
    const [document] = reader.documents([one.row]);
    return document === undefined ? [] : [rankText({ one, document }, terms, weights)];
  });
  return distinctTurns(ranked.sort(compareRanked));
}

function gather(
  reader: SearchReader,
  { demand, terms, frequencies, common, wanted }: RankRequest,
): readonly FoundDocument[] {
  const asked = demand.any.length > 0 ? demand.any : terms;
  const rare = asked.filter((term) => (frequencies.get(term) ?? 0) < common);
  const most = wanted === undefined ? EVERYTHING : Math.max(FEWEST_FOUND, wanted * 4);
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
  const text = scoreText(match, weights);
  const own = text.words * (0.7 + 0.3 * text.coverage) * (1 + 0.2 * text.nearness) * KIND_SHARE[document.kind];
  return { document, score: own + one.around, text, match, beside: text.words === 0 };
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
function turnName({ kind, key, text }: StoredDocument): string | undefined {
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
