import type { Recognition } from '../../app/ports/importer.ts';
import type { SourceHead } from '../../app/ports/source-reader.ts';
import { hasTables } from '../database-source.ts';
import { ZED_THREADS } from './database.ts';

/** How well a beginning fits Zed: its database of threads. */
export function recognizeZed({ format, tables }: SourceHead): Recognition {
  return format === 'sqlite' && hasTables(tables, ZED_THREADS.needed) ? 3 : 0;
}
