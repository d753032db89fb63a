import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import type { Journal } from '../../src/app/ports/journal.ts';
import type { FileJournalOptions } from '../../src/journal/file-journal.ts';
import { openFileJournal } from '../../src/journal/file-journal.ts';
import { openOrCreateStore } from '../../src/journal/store-file.ts';
import type { StoreLayout } from '../../src/journal/store-layout.ts';
import { storeLayout } from '../../src/journal/store-layout.ts';
import type { EventId } from '../../src/kernel/ids.ts';
import { makeEventId } from '../../src/kernel/ulid.ts';
import { removeFolder } from '../support/remove-folder.ts';

/** SHA-256 as the composition root gives it. */
export function sha256(content: string | Uint8Array): Uint8Array {
  return createHash('sha256').update(content).digest();
}

export function mintEventId(): EventId {
  return makeEventId(1_790_000_000_000, randomBytes(10));
}

export const SOURCES = { sha256, mintEventId, clock: () => 1_790_000_000_123 };

/** A folder of its own that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loom-journal-'));
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** A fresh store that is gone after the test. */
export async function temporaryStore(): Promise<StoreLayout> {
  return createStore(temporaryFolder());
}

/** A fresh store that is gone after the test file. */
export async function permanentStore(): Promise<StoreLayout> {
  const folder = mkdtempSync(join(tmpdir(), 'loom-journal-'));
  afterAll(() => removeFolder(folder));
  return createStore(folder);
}

async function createStore(folder: string): Promise<StoreLayout> {
  const layout = storeLayout(join(folder, 'store'));
  await openOrCreateStore({ layout, randomness: (length) => randomBytes(length), ...SOURCES });
  return layout;
}

export function openJournal(layout: StoreLayout, options: Partial<FileJournalOptions> = {}): Journal {
  return openFileJournal({ layout, ...SOURCES, ...options });
}
