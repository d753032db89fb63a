import type { SearchPlan, SearchTerm } from '../domain/search-plan.ts';
import { planSearch } from '../domain/search-plan.ts';
import type { SearchDemand, SearchFilter, SearchReader } from './ports/search.ts';
import { type RankedDocument, type RankRequest, rankFound } from './rank-found.ts';
import type { RestOfFound } from './rest-of-found.ts';

/** `all`: every word; `any`: some of them; `auto`: every word, and only if nothing has all of them, some. */
export type MatchMode = 'all' | 'any' | 'auto';

export interface FindRequest {
  readonly question: string;
  readonly match: MatchMode;
  readonly syntax: boolean;
  readonly filter: SearchFilter;
  /** Undefined: everything that fits. */
  readonly limit?: number;
  readonly offset?: number;
}

/** What was found, best first. */
export interface FoundDocuments {
  readonly documents: readonly RankedDocument[];
  /** Words of the question that are in no document, and the words of the index that were taken instead. */
  readonly respelled: ReadonlyMap<string, readonly string[]>;
  readonly plan: SearchPlan;
  /** What may fit beyond `documents`; undefined where that is everything. */
  readonly rest: RestOfFound | undefined;
}

/** A word that is in more documents than this is common: the newest of them are looked at, not all. */
export const COMMON = 20_000;
const MOST_SPELLINGS = 3;

/** Understands a question and finds what answers it best. */
export function findDocuments(reader: SearchReader, request: FindRequest): FoundDocuments {
  const plan = planSearch(request.question, { syntax: request.syntax });
  const finding = new Finding(reader, request, plan);
  const found = (documents: readonly RankedDocument[], words: FoundDocuments['respelled'] = new Map()) => ({
    documents,
    respelled: words,
    plan,
    rest: finding.rest(),
  });
  if (plan.terms.length === 0) return found([]);
  if (request.match === 'any') return found(finding.some(plan.terms));
  const whole = finding.whole();
  if (whole.length > 0 || request.match === 'all') return found(whole);
  const partial = finding.some(plan.terms);
  if (partial.length > 0) return found(partial);
  const { terms, words } = finding.respell();
  return found(words.size === 0 ? [] : finding.some(terms), words);
}

class Finding {
  private readonly reader: SearchReader;
  private readonly request: FindRequest;
  private readonly plan: SearchPlan;
  private readonly frequencies = new Map<SearchTerm, number>();
  private left: RestOfFound | undefined;

  constructor(reader: SearchReader, request: FindRequest, plan: SearchPlan) {
    this.reader = reader;
    this.request = request;
    this.plan = plan;
    this.count(plan.terms);
  }

  /** What the last ranking left over. */
  rest(): RestOfFound | undefined {
    return this.left;
  }

  whole(): readonly RankedDocument[] {
    const { terms } = this.plan;
    if (terms.some((term) => this.frequencies.get(term) === 0)) return [];
    return this.rank({ all: terms, any: [] }, terms);
  }

  /** Light words make no hit where there are others that are anywhere. */
  some(terms: readonly SearchTerm[]): readonly RankedDocument[] {
    const known = terms.filter((term) => this.frequencies.get(term) !== 0);
    const heavy = known.filter(({ light }) => !light);
    const any = heavy.length > 0 || terms.some(({ light }) => !light) ? heavy : known;
    return any.length === 0 ? [] : this.rank({ all: [], any }, terms);
  }

  /** Takes words that are nearly written alike for those that are nowhere. */
  respell(): { readonly terms: readonly SearchTerm[]; readonly words: Map<string, readonly string[]> } {
    const words = new Map<string, readonly string[]>();
    const terms = this.plan.terms.flatMap((term) => {
      const only = term.terms.length === 1 ? (term.terms[0] ?? '') : '';
      if (this.frequencies.get(term) !== 0 || only.length < 4 || term.kind === 'unspaced') return [term];
      const similar = this.reader.similar(only, MOST_SPELLINGS);
      if (similar.length > 0) words.set(term.written, similar);
      return similar.map((word) => respelledTerm(term, word));
    });
    this.count(terms);
    return { terms, words };
  }

  private count(terms: readonly SearchTerm[]): void {
    for (const term of terms) {
      if (!this.frequencies.has(term)) this.frequencies.set(term, this.reader.frequency(term, COMMON));
    }
  }

  private rank(demand: Pick<SearchDemand, 'all' | 'any'>, terms: readonly SearchTerm[]): readonly RankedDocument[] {
    const { filter, limit, offset = 0 } = this.request;
    const wanted = limit === undefined ? undefined : offset + limit;
    const request: RankRequest = {
      demand: { ...demand, not: this.plan.not, filter },
      terms,
      frequencies: this.frequencies,
      common: COMMON,
      wanted,
    };
    const { documents, isWhole } = rankFound(this.reader, request);
    const told = documents.slice(0, wanted);
    const isAll = isWhole && told.length === documents.length;
    this.left = isAll ? undefined : { request, told: new Set(told.map(({ document }) => document.row)) };
    return told.slice(offset);
  }
}

function respelledTerm(term: SearchTerm, word: string): SearchTerm {
  return { ...term, form: word, kind: 'word', terms: [word], forms: [word], name: null, prefix: false, light: false };
}
