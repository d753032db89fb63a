// What a search is worth without loom: the words of the question, any of them, by SQLite's own stemmer and BM25.
import { DatabaseSync } from '@photostructure/sqlite';

/** Finds turns of one conversation; resolves to their ids, best first. */
export function openPlainSearch(sessions) {
  const db = new DatabaseSync(':memory:');
  db.exec("CREATE VIRTUAL TABLE turn USING fts5(id UNINDEXED, text, tokenize='porter unicode61')");
  const insert = db.prepare('INSERT INTO turn VALUES(?,?)');
  for (const { turns } of sessions)
    for (const { dia_id, speaker, text = '' } of turns) insert.run(dia_id, `${speaker}: ${text}`);
  const select = db.prepare('SELECT id FROM turn WHERE turn MATCH ? ORDER BY bm25(turn) LIMIT ?');
  return {
    search: (question, limit = 25) => {
      const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
      return select.all(words.map((word) => `"${word}"`).join(' OR '), limit).map(({ id }) => id);
    },
    close: () => db.close(),
  };
}
