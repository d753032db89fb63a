import type { SearchReader } from './ports/search.ts';
import { type RankedDocument, type RankRequest, scoreDocument, turnName } from './rank-found.ts';

/** What fits a question beyond those that were ranked. */
export interface RestOfFound {
  readonly request: RankRequest;
  /** Rows that were told already. */
  readonly told: ReadonlySet<number>;
}

/** Documents that are read at once. */
const A_PAGE = 500;

/** Goes through the rest of what fits, newest first, one page at a time: any number of hits takes little memory. */
export class RestReading {
  readonly #rest: RestOfFound;
  readonly #pageSize: number;
  readonly #turns: Set<string>;
  #before: number | undefined;

  constructor(rest: RestOfFound, ranked: readonly RankedDocument[], pageSize: number = A_PAGE) {
    this.#rest = rest;
    this.#pageSize = pageSize;
    this.#turns = new Set(ranked.flatMap(({ document }) => turnName(document) ?? []));
  }

  /** The next page, which may be empty; `undefined` at the end. */
  next(reader: SearchReader): readonly RankedDocument[] | undefined {
    const { request, told } = this.#rest;
    const found = reader.newest(request.demand, this.#pageSize, this.#before);
    if (found.length === 0) return undefined;
    this.#before = Math.min(...found.map(({ row }) => row));
    const rows = found.flatMap(({ row }) => (told.has(row) ? [] : [row]));
    return reader
      .documents(rows)
      .map((document) => scoreDocument(reader, document, request))
      .filter((one) => this.#isNews(one));
  }

  /** A turn that forks and continuations repeat is told once. */
  #isNews({ document }: RankedDocument): boolean {
    const name = turnName(document);
    if (name === undefined) return true;
    const isKnown = this.#turns.has(name);
    this.#turns.add(name);
    return !isKnown;
  }
}
