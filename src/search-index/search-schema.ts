import { TERMS_VERSION } from '../domain/search-terms.ts';

/** Bumped whenever a table, or what documents are made of, may differ. */
const LAYOUT_VERSION = 7;

/** An older search index is built again, a newer one left alone. */
export const SEARCH_VERSION = LAYOUT_VERSION * 1000 + TERMS_VERSION;

/**
 * What an index begins with: terms are gathered in memory, 4 MiB at a time, so that fewer pieces are merged.
 * A row's number is its minute and 16 bits more, so that the newest rows of a word come first without looking at all of
 * them; the last 4 tell about how many words it has, so that FTS5 need not keep that and look it up for each row of a word.
 * The terms are made by loom: the tokenizer only takes them apart again. Words are not kept, only where they are: whoever
 * takes a document out says them again, so that the figures of the index stay true.
 */
export const SEARCH_SCHEMA = `
CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT NOT NULL, "check" INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE subject(num INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, mark TEXT NOT NULL, labels TEXT NOT NULL, since TEXT);
CREATE TABLE document(
  id INTEGER PRIMARY KEY, subject INTEGER NOT NULL, place INTEGER, kind TEXT NOT NULL, key TEXT NOT NULL,
  hash INTEGER NOT NULL, words INTEGER NOT NULL, at TEXT NOT NULL, "check" INTEGER NOT NULL, info TEXT NOT NULL, text TEXT NOT NULL
);
CREATE VIRTUAL TABLE terms USING fts5(body, names, paths, labels, content='', columnsize=0, tokenize='ascii');
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(terms, col);
INSERT INTO terms(terms, rank) VALUES('hashsize', 4194304);
INSERT INTO terms(terms, rank) VALUES('automerge', 8);
`;

/**
 * What an index has once it is filled: of what is there already it is made at once, and the merging is that of small changes.
 * Where a document stands is told by an index of its own, without reading the page that its text is on.
 */
export const SEARCH_FILLED = `
CREATE INDEX document_subject ON document(subject, place);
CREATE INDEX document_place ON document(id, subject, place, kind);
INSERT INTO terms(terms, rank) VALUES('hashsize', 1048576);
INSERT INTO terms(terms, rank) VALUES('automerge', 4);
`;
