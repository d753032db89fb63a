import type { JournalStretch } from '../app/ports/journal.ts';
import type { IndexStore } from './index-store.ts';
import type { SqliteFile } from './sqlite-file.ts';
import { checkOf, encodeText, type Row, verify } from './sqlite-text.ts';

type StretchMethods = Pick<IndexStore, 'stretches' | 'lastStretch' | 'putStretch' | 'stretchCount'>;

/** Where events lie, in the table `stretch`. */
export function stretchTable(file: SqliteFile): StretchMethods {
  return {
    stretches: (subject) =>
      file.all('SELECT * FROM stretch WHERE subject=? ORDER BY segment, start', encodeText(subject)).map(readStretch),
    lastStretch: (subject) => {
      const sql = 'SELECT * FROM stretch WHERE subject=? ORDER BY segment DESC, start DESC LIMIT 1';
      const row = file.get(sql, encodeText(subject));
      return row === undefined ? undefined : readStretch(row);
    },
    putStretch: (subject, { segment, start, end }) => {
      const columns = [encodeText(subject), segment, start, end];
      file.run('INSERT OR REPLACE INTO stretch VALUES(?,?,?,?,?)', ...columns, checkOf(...columns));
    },
    stretchCount: () => Number(file.get('SELECT count(*) AS n FROM stretch')?.['n'] ?? 0),
  };
}

function readStretch(row: Row): JournalStretch {
  verify(row, 'stretch', row['subject'], row['segment'], row['start'], row['stop']);
  return { segment: Number(row['segment']), start: Number(row['start']), end: Number(row['stop']) };
}
