import type { Recognition } from '../../app/ports/importer.ts';
import type { SourceHead } from '../../app/ports/source-reader.ts';
import { hasTables } from '../database-source.ts';
import { CAGENT_SESSIONS } from './database.ts';

/** How well a beginning fits cagent: its database. */
export function recognizeCagent({ format, tables }: SourceHead): Recognition {
  if (format !== 'sqlite' || !hasTables(tables, CAGENT_SESSIONS.needed)) return 0;
  return tables.has('session_items') || tables.get('sessions')?.has('tools_approved') === true ? 3 : 2;
}
