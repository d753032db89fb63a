import type {
  FoundDocument,
  SearchDemand,
  SearchReader,
  SearchSubjectId,
  StoredDocument,
} from '../app/ports/search.ts';
import type { SearchKind } from '../domain/search-document.ts';
import type { SearchTerm } from '../domain/search-plan.ts';
import { spellingDistance } from '../domain/search-spelling.ts';
import type { IsoTime } from '../kernel/ids.ts';
import { checkOfRow, hashOf } from './cut-document.ts';
import { IndexDamaged } from './index-store.ts';
import { anyExpression, demandExpression, termExpression } from './search-expression.ts';
import { asksForLabels, labelFilter, withoutLabels } from './search-labels.ts';
import { firstRowOf, minuteOf, ROWS_A_MINUTE, wordsOfRow } from './search-rows.ts';
import type { SqliteFile, SqlValue } from './sqlite-file.ts';
import { decodeText, encodeText, type Row } from './sqlite-text.ts';

/** Fewest occurrences of a word that a search by likeness goes through at most. */
const MOST_SPELLINGS = 200_000;
const WITH_PLACE =
  'SELECT found.id, found.score, d.subject, d.place, d.kind FROM found JOIN document d INDEXED BY document_place ON d.id=found.id';

interface Fitting {
  /** `SELECT … FROM terms f …` from the table on. */
  readonly from: string;
  readonly values: readonly SqlValue[];
}

/** Documents that fit: their words, then the period, to the minute by number and exactly by time. */
function fitting(demand: SearchDemand): Fitting {
  const { since, until } = demand.filter;
  const values: SqlValue[] = [demandExpression(demand)];
  if (since === undefined && until === undefined) return { from: 'terms f WHERE terms MATCH ?', values };
  const bounds: string[] = [];
  if (since !== undefined) {
    bounds.push('f.rowid >= ? AND d.at >= ?');
    values.push(firstRowOf(since), since);
  }
  if (until !== undefined) {
    bounds.push('f.rowid < ? AND d.at < ?');
    values.push(firstRowOf(until) + ROWS_A_MINUTE, until);
  }
  return { from: `terms f JOIN document d ON d.id=f.rowid WHERE terms MATCH ? AND ${bounds.join(' AND ')}`, values };
}

function foundOf(row: Row): FoundDocument {
  const place = row['place'];
  return {
    row: Number(row['id']),
    score: Number(row['score']),
    subject: Number(row['subject']),
    order: place === null ? null : Number(place),
  };
}

function countUpTo(file: SqliteFile, { from, values }: Fitting, most: number): number {
  return Number(file.get(`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} LIMIT ?)`, ...values, most)?.['n'] ?? 0);
}

/** The last minute is left out unless all of it is there: where in a minute a document stands means nothing. */
function wholeMinutes(rows: readonly FoundDocument[], most: number): readonly FoundDocument[] {
  const last = rows.at(-1);
  if (last === undefined || rows.length < most) return rows;
  const whole = rows.filter(({ row }) => minuteOf(row) !== minuteOf(last.row));
  return whole.length === 0 ? rows : whole;
}

interface Newest {
  readonly most: number;
  readonly before: number | undefined;
}

function newest(file: SqliteFile, demand: SearchDemand, { most, before }: Newest): readonly FoundDocument[] {
  const { from, values } = fitting(demand);
  const [bound, bounds] = before === undefined ? ['', []] : [' AND f.rowid < ?', [before]];
  const found = `WITH found AS MATERIALIZED (SELECT f.rowid AS id, 0 AS score FROM ${from}${bound} ORDER BY f.rowid DESC LIMIT ?)`;
  const rows = file.all(`${found} ${WITH_PLACE} ORDER BY found.id DESC`, ...values, ...bounds, most);
  return wholeMinutes(rows.map(foundOf), most);
}

interface Ranking {
  readonly by: readonly SearchTerm[];
  readonly most: number;
  /** Words of a document on average. */
  readonly meanLength: number;
}

/** Labels and the like, which each document has beside its words. */
const MORE_WORDS = 6;
/** Where documents are shorter, FTS5 would divide by nearly nothing. */
const FEW_WORDS = 18;

/**
 * BM25 by body and names with the usual constants (k1 1.2, b 0.75), as of a document of the usual length, times what its own
 * length makes of one or two occurrences. FTS5 keeps no lengths here and takes each for -4, one less than none for each column:
 * words that count a fifth make up for that.
 */
function scoreOf(meanLength: number): string {
  const usual = meanLength + MORE_WORDS;
  const weight = meanLength < FEW_WORDS ? 1 : 0.2;
  const once = (2.2 * weight) / (weight + 1.2 * (0.25 - (0.75 * 4) / usual));
  const length = `(${wordsOfRow('t.rowid')} + ${MORE_WORDS}) / ${usual.toFixed(3)}`;
  return `-bm25(terms, ${weight}, ${weight}, 0.0, 0.0) * ${(2.7 / once).toFixed(6)} / (1.8 + 0.9 * ${length})`;
}

/** Whether what is asked for is nothing but what is ranked by: then one look at the index finds and ranks. */
function isRankedAlone({ all, any, not, filter }: SearchDemand, by: readonly SearchTerm[]): boolean {
  const { path, since, until } = filter;
  const narrow = asksForLabels(filter) || not.length > 0 || [path, since, until].some((part) => part !== undefined);
  return !narrow && by.length === all.length + any.length;
}

function rankedAlone(file: SqliteFile, demand: SearchDemand, { most, meanLength }: Ranking): readonly Row[] {
  const sql = `WITH found AS MATERIALIZED (SELECT t.rowid AS id, ${scoreOf(meanLength)} AS score FROM terms t
      WHERE terms MATCH ? ORDER BY score DESC, t.rowid DESC LIMIT ?)
    ${WITH_PLACE} ORDER BY found.score DESC, found.id DESC`;
  return file.all(sql, demandExpression(demand), most);
}

function rankedRows(file: SqliteFile, demand: SearchDemand, ranking: Ranking): readonly Row[] {
  const { by, most, meanLength } = ranking;
  if (isRankedAlone(demand, by)) return rankedAlone(file, demand, ranking);
  const { from, values } = fitting(demand);
  const sql = `WITH fit AS MATERIALIZED (SELECT f.rowid AS id FROM ${from}),
    found AS MATERIALIZED (SELECT t.rowid AS id, ${scoreOf(meanLength)} AS score FROM terms t
      WHERE terms MATCH ? AND +t.rowid IN (SELECT id FROM fit) ORDER BY score DESC, t.rowid DESC LIMIT ?)
    ${WITH_PLACE} ORDER BY found.score DESC, found.id DESC`;
  return file.all(sql, ...values, anyExpression(by), most);
}

/** Both ways find the same; looking at the labels of the best is quicker where most documents have them. */
function ranked(file: SqliteFile, demand: SearchDemand, ranking: Ranking): readonly FoundDocument[] {
  const { filter } = demand;
  const most = ranking.most * 2;
  if (!asksForLabels(filter) || !Number.isSafeInteger(most)) return rankedRows(file, demand, ranking).map(foundOf);
  const best = rankedRows(file, { ...demand, filter: withoutLabels(filter) }, { ...ranking, most });
  const fits = labelFilter(file, filter);
  const kept = best.filter((row) => fits({ subject: Number(row['subject']), kind: String(row['kind']) }));
  if (best.length === most && kept.length < ranking.most) return rankedRows(file, demand, ranking).map(foundOf);
  return kept.slice(0, ranking.most).map(foundOf);
}

function said(
  file: SqliteFile,
  places: readonly { readonly subject: number; readonly order: number }[],
): FoundDocument[] {
  const sql = 'SELECT id, 0 AS score, subject, place FROM document WHERE subject=? AND place=?';
  return places.flatMap(({ subject, order }) => file.all(sql, subject, order).map(foundOf));
}

const DOCUMENTS =
  'SELECT d.*, s.id AS owner FROM json_each(?) AS asked CROSS JOIN document d ON d.id=asked.value CROSS JOIN subject s ON s.num=d.subject';
/** Documents that are read together. */
const READ_AT_ONCE = 500;

/** Those that are there, in the order in which they are asked for. */
function readDocuments(file: SqliteFile, rows: readonly number[]): readonly StoredDocument[] {
  const found: StoredDocument[] = [];
  for (let from = 0; from < rows.length; from += READ_AT_ONCE) {
    const some = JSON.stringify(rows.slice(from, from + READ_AT_ONCE));
    for (const row of file.all(DOCUMENTS, some)) found.push(storedDocument(row));
  }
  return found;
}

function storedDocument(row: Row): StoredDocument {
  const id = Number(row['id']);
  const { kind, at, info, text, place } = row;
  const document: StoredDocument = {
    ...JSON.parse(String(info)),
    row: id,
    subjectId: String(row['owner']) as SearchSubjectId,
    kind: String(kind) as SearchKind,
    key: decodeText(row['key']),
    at: String(at) as IsoTime,
    order: place === null ? null : Number(place),
    text: String(text),
  };
  const summed = { kind: document.kind, key: String(row['key']), order: document.order };
  const check = checkOfRow(id, { ...summed, info: String(info), hash: hashOf(document) });
  if (check !== row['check']) throw new IndexDamaged('a document fails its check');
  return document;
}

function withKey(file: SqliteFile, key: string, most: number): readonly StoredDocument[] {
  const rows = file.all('SELECT id FROM document WHERE key=? LIMIT ?', encodeText(key), most);
  return readDocuments(
    file,
    rows.map(({ id }) => Number(id)),
  );
}

/** Words that begin alike, or whose first two letters changed places. */
function* spellings(file: SqliteFile, word: string): Generator<{ readonly term: string; readonly documents: number }> {
  const starts = new Set([word.slice(0, 1), word.slice(1, 2)]);
  for (const start of starts) {
    if (start === '') continue;
    const sql = "SELECT term, doc FROM vocabulary WHERE term >= ? AND term < ? AND col='body' LIMIT ?";
    for (const row of file.each(sql, start, `${start}\u{10ffff}`, MOST_SPELLINGS))
      yield { term: String(row['term']), documents: Number(row['doc']) };
  }
}

function similar(file: SqliteFile, word: string, most: number): readonly string[] {
  const farthest = word.length >= 8 ? 2 : 1;
  const near: { readonly term: string; readonly distance: number; readonly documents: number }[] = [];
  for (const { term, documents } of spellings(file, word)) {
    if (Math.abs(term.length - word.length) > farthest || term === word) continue;
    const distance = spellingDistance(word, term, farthest);
    if (distance <= farthest) near.push({ term, distance, documents });
  }
  near.sort((a, b) => a.distance - b.distance || b.documents - a.documents || (a.term < b.term ? -1 : 1));
  return near.slice(0, most).map(({ term }) => term);
}

/** Answers from one search index. Throws SQLite's errors and IndexDamaged; the caller falls back. */
export function createSearchReader(
  file: SqliteFile,
  figures: () => { readonly documents: number; readonly words: number },
): SearchReader {
  const means = (): ReturnType<SearchReader['figures']> => {
    const { documents, words } = figures();
    return { documents, meanLength: documents === 0 ? 1 : Math.max(1, words / documents) };
  };
  return {
    figures: means,
    frequency: (term, most) =>
      countUpTo(file, { from: 'terms f WHERE terms MATCH ?', values: [termExpression(term)] }, most),
    count: (demand, most) => countUpTo(file, fitting(demand), most),
    withKey: (key, most) => withKey(file, key, most),
    newest: (demand, most, before) => newest(file, demand, { most, before }),
    ranked: (demand, by, most) => ranked(file, demand, { by, most, meanLength: means().meanLength }),
    said: (places) => said(file, places),
    documents: (rows) => readDocuments(file, rows),
    similar: (word, most) => similar(file, word, most),
  };
}
