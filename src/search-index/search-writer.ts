import type { JournalCursor } from '../app/ports/journal.ts';
import type { SearchSubjectId } from '../app/ports/search.ts';
import type { CutSubject } from './cut-ahead.ts';
import { type CutDocument, type DocumentTerms, documentTerms, rowCheck } from './cut-document.ts';
import { kindLabel } from './search-expression.ts';
import { firstRowOf, placeAfter, ROWS_A_MINUTE } from './search-rows.ts';
import type { SqliteFile } from './sqlite-file.ts';
import type { Row } from './sqlite-text.ts';

/** Rows are gathered up to this many, or this many characters, and written in the order of their numbers. */
const MOST_GATHERED = 10_000;
const MOST_CHARACTERS = 8_000_000;

interface Gathered {
  readonly subject: number;
  readonly labels: string;
  readonly document: CutDocument;
}

/** What the index holds of a row. */
interface Termed {
  readonly kind: string;
  /** Labels of its subject. */
  readonly labels: string;
  readonly terms: DocumentTerms;
}

/** A subject that is taken over; a new one has no rows. */
interface Renewed {
  readonly id: SearchSubjectId;
  readonly labels: string;
  readonly isNew: boolean;
}

/** Brings the documents of subjects to what they are now. Call {@link SearchWriter.flush} before the change is committed. */
export class SearchWriter {
  private readonly file: SqliteFile;
  private gathered: Gathered[] = [];
  private characters = 0;
  private documents = 0;
  private words = 0;
  /** No row has a higher number; undefined until somebody asks. */
  private highest: number | undefined;

  constructor(file: SqliteFile) {
    this.file = file;
  }

  /** Where in the journal the events of a subject begin at the earliest; null where that is not known. */
  since(id: SearchSubjectId): JournalCursor | null {
    const since = this.file.get('SELECT since FROM subject WHERE id=?', id)?.['since'];
    return typeof since === 'string' ? JSON.parse(since) : null;
  }

  /** Takes a subject over; nothing is read again when its mark did not change. `undefined`: it must not be found. */
  put({ asked: { id, since }, present, documents }: CutSubject): void {
    const known = this.file.get('SELECT num, mark, labels FROM subject WHERE id=?', id);
    const subject = known === undefined ? undefined : Number(known['num']);
    if (present === undefined) {
      if (subject !== undefined) this.forget(subject);
      return;
    }
    if (known?.['mark'] === present.mark) return;
    const labels = present.labels.join(' ');
    // Labels are words of every document: with others, all are written anew.
    if (subject !== undefined && known?.['labels'] !== labels) this.forget(subject);
    this.file.run(
      'INSERT INTO subject(id, mark, labels, since) VALUES(?,?,?,?) ON CONFLICT(id) DO UPDATE SET mark=excluded.mark',
      id,
      present.mark,
      labels,
      since === null ? null : JSON.stringify(since),
    );
    this.renew({ id, labels, isNew: subject === undefined }, documents());
  }

  /** Writes what was gathered. Returns by how much the figures of the index changed. */
  flush(): { readonly documents: number; readonly words: number } {
    this.writeGathered();
    const change = { documents: this.documents, words: this.words };
    this.documents = 0;
    this.words = 0;
    return change;
  }

  private renew({ id, labels, isNew }: Renewed, documents: Iterable<CutDocument>): void {
    const subject = Number(this.file.get('SELECT num FROM subject WHERE id=?', id)?.['num']);
    const stored = isNew ? new Map<string, Row>() : this.storedRows(subject);
    for (const document of documents) {
      const name = `${document.kind} ${document.key}`;
      const row = stored.get(name);
      stored.delete(name);
      if (row?.['hash'] === document.hash) this.keepRow(row, document);
      else {
        if (row !== undefined) this.remove(row);
        this.gather({ subject, labels, document });
      }
    }
    for (const row of stored.values()) this.remove(row);
  }

  private storedRows(subject: number): Map<string, Row> {
    // Those of another subject may wait; these may have been gathered a moment ago.
    if (this.gathered.some((one) => one.subject === subject)) this.writeGathered();
    const rows = this.file.all('SELECT id, kind, key, hash, words, place, info FROM document WHERE subject=?', subject);
    return new Map(rows.map((row) => [`${row['kind']} ${row['key']}`, row]));
  }

  /** The words are the same; what stands around them may have changed. */
  private keepRow(row: Row, document: CutDocument): void {
    const { info, order } = document;
    if (row['info'] === info && row['place'] === order) return;
    const id = Number(row['id']);
    const check = rowCheck(id, document);
    this.file.run('UPDATE document SET place=?, info=?, "check"=? WHERE id=?', order, info, check, id);
  }

  private forget(subject: number): void {
    for (const row of this.storedRows(subject).values()) this.remove(row);
    this.file.run('DELETE FROM subject WHERE num=?', subject);
  }

  private remove(row: Row): void {
    const id = Number(row['id']);
    const sql =
      'SELECT d.kind, d.info, d.text, s.labels FROM document d JOIN subject s ON s.num=d.subject WHERE d.id=?';
    const { kind, info, text, labels } = this.file.get(sql, id) ?? {};
    const paths: readonly string[] = JSON.parse(String(info)).paths;
    const terms = documentTerms(String(text), paths);
    this.writeTerms(id, { kind: String(kind), labels: String(labels), terms }, 'delete');
    this.file.run('DELETE FROM document WHERE id=?', id);
    this.documents -= 1;
    this.words -= Number(row['words']);
  }

  /** Puts a document's terms into the index, or takes them out. */
  private writeTerms(id: number, { kind, labels, terms }: Termed, command: 'insert' | 'delete'): void {
    const { body, names, paths } = terms;
    const sql =
      command === 'insert'
        ? 'INSERT INTO terms(rowid, body, names, paths, labels) VALUES(?,?,?,?,?)'
        : "INSERT INTO terms(terms, rowid, body, names, paths, labels) VALUES('delete',?,?,?,?,?)";
    this.file.run(sql, id, body, names, paths, `${labels} ${kindLabel(kind)}`);
  }

  private gather(one: Gathered): void {
    this.gathered.push(one);
    this.characters += one.document.text.length + one.document.terms.body.length;
    if (this.gathered.length >= MOST_GATHERED || this.characters >= MOST_CHARACTERS) this.writeGathered();
  }

  /** In the order of their numbers: then FTS5 need not begin a new piece of its index with every session. */
  private writeGathered(): void {
    const taken = new Map<number, Set<number>>();
    const rows = this.gathered.map((one) => ({ one, id: this.freeRow(one, taken) }));
    rows.sort((a, b) => a.id - b.id);
    for (const { one, id } of rows) this.insert(id, one);
    this.gathered = [];
    this.characters = 0;
  }

  /** A number in the document's minute. */
  private freeRow({ document }: Gathered, taken: Map<number, Set<number>>): number {
    const first = firstRowOf(document.at);
    const rows = taken.get(first) ?? this.rowsOfMinute(first);
    taken.set(first, rows);
    for (let step = 0; ; step += 1) {
      const wrapped = step < ROWS_A_MINUTE ? placeAfter(document.place, step) : step;
      const id = first + wrapped;
      if (rows.has(id) || (step >= ROWS_A_MINUTE && this.isTaken(id))) continue;
      rows.add(id);
      return id;
    }
  }

  private rowsOfMinute(first: number): Set<number> {
    this.highest ??= Number(this.file.get('SELECT max(id) AS id FROM document')?.['id'] ?? -1);
    if (first > this.highest) return new Set();
    const rows = this.file.all('SELECT id FROM document WHERE id>=? AND id<?', first, first + ROWS_A_MINUTE);
    return new Set(rows.map(({ id }) => Number(id)));
  }

  private isTaken(id: number): boolean {
    return this.file.get('SELECT 1 FROM document WHERE id=?', id) !== undefined;
  }

  private insert(id: number, { subject, labels, document }: Gathered): void {
    const { order, kind, key, at, text, hash, info, terms } = document;
    this.writeTerms(id, { kind, labels, terms }, 'insert');
    const values = [id, subject, order, kind, key, hash, terms.length, at, rowCheck(id, document), info, text];
    this.file.run('INSERT INTO document VALUES(?,?,?,?,?,?,?,?,?,?,?)', ...values);
    this.highest = Math.max(id, this.highest ?? -1);
    this.documents += 1;
    this.words += terms.length;
  }
}
