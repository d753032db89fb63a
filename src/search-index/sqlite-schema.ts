/** Marks the file as loom's ("loom" in ASCII). */
export const APPLICATION_ID = 0x6c6f6f6d;

/**
 * Filter columns come before the rendered text, and what only folding needs is in a table of its own, so that a list
 * reads few pages. `check` is a CRC-32 over the other columns: it finds what the pages' own structure does not.
 */
export const SCHEMA = `
CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT NOT NULL, "check" INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE session(id TEXT PRIMARY KEY, parent TEXT, first TEXT, state TEXT NOT NULL, summary TEXT, "check" INTEGER NOT NULL);
CREATE INDEX session_parent ON session(parent) WHERE parent IS NOT NULL;
CREATE INDEX session_first ON session(first) WHERE first IS NOT NULL;
CREATE TABLE listed(
  id TEXT PRIMARY KEY, listed INTEGER NOT NULL, stub INTEGER NOT NULL, sort TEXT NOT NULL, project TEXT,
  linked TEXT NOT NULL, agent TEXT NOT NULL, archived INTEGER NOT NULL, deleted INTEGER NOT NULL,
  background INTEGER NOT NULL, native TEXT NOT NULL, title TEXT,
  figures TEXT NOT NULL, "check" INTEGER NOT NULL, head TEXT NOT NULL, tail TEXT NOT NULL
);
CREATE INDEX listed_order ON listed(stub, sort DESC, id);
CREATE INDEX listed_native ON listed(native);
CREATE INDEX listed_title ON listed(title);
CREATE TABLE source(path TEXT PRIMARY KEY, session TEXT NOT NULL, mark TEXT NOT NULL, "check" INTEGER NOT NULL);
CREATE TABLE memory(id TEXT PRIMARY KEY, state TEXT NOT NULL, "check" INTEGER NOT NULL);
CREATE TABLE stretch(
  subject TEXT NOT NULL, segment INTEGER NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL, "check" INTEGER NOT NULL,
  PRIMARY KEY(subject, segment, start)
) WITHOUT ROWID;
CREATE TABLE project(id TEXT PRIMARY KEY, resolved TEXT NOT NULL, json TEXT NOT NULL, "check" INTEGER NOT NULL);
CREATE TABLE rendering(
  key TEXT NOT NULL, piece INTEGER NOT NULL, pieces INTEGER NOT NULL, "check" INTEGER NOT NULL, body BLOB NOT NULL,
  PRIMARY KEY(key, piece)
);
`;

/** Large pages: a session's state and a rendered listing span few of them. */
export const PAGE_SIZE = 16_384;
