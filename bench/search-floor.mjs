// What making a search index costs SQLite alone: the texts of an index that is there go into a table and a full-text index of
// FTS5, by a program that cuts, sums and labels nothing.
// node bench/search-floor.mjs INDEX TARGET
import { createRequire } from 'node:module';

const { DatabaseSync } = createRequire(import.meta.url)('@photostructure/sqlite');
const [index, target] = process.argv.slice(2);
const ROWS_AT_ONCE = 100_000;

const from = new DatabaseSync(index, { readOnly: true });
const to = new DatabaseSync(target);
to.exec(`PRAGMA page_size=16384; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-16384;
  CREATE TABLE document(id INTEGER PRIMARY KEY, text TEXT NOT NULL);
  CREATE VIRTUAL TABLE terms USING fts5(body, content='', tokenize='ascii');
  INSERT INTO terms(terms, rank) VALUES('hashsize', 4194304);`);
const document = to.prepare('INSERT INTO document VALUES(?,?)');
const terms = to.prepare('INSERT INTO terms(rowid, body) VALUES(?,?)');
let rows = 0;
to.exec('BEGIN');
for (const { id, text } of from.prepare('SELECT id, text FROM document ORDER BY id').iterate()) {
  document.get(id, text);
  terms.get(id, text);
  rows += 1;
  if (rows % ROWS_AT_ONCE === 0) to.exec('COMMIT; BEGIN');
}
to.exec('COMMIT');
to.close();
from.close();
console.log(rows);
