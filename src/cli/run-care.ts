import type { AppContext } from '../app/context.ts';
import type { StoreCheck } from '../app/ports/store-care.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { appOptionsOfProcess } from './composition.ts';
import { openCare } from './open-care.ts';

/** The app, or nothing when the store is too new or too damaged to be opened: a check must still say so. */
async function tryApp(open: () => Promise<AppContext>): Promise<AppContext | undefined> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof LoomError && (error.kind === 'newer-format' || error.kind === 'problem')) return undefined;
    throw error;
  }
}

/** Verifies the whole store, kept transcripts too where they can be opened. */
export async function verifyJournal(open: () => Promise<AppContext>): Promise<StoreCheck> {
  const app = await tryApp(open);
  const care = await openCare(appOptionsOfProcess(), app);
  if (app === undefined) return care.verify({});
  // Before anything folds: an index that saw more than the journal holds is discarded by the next fold, and what it knew with it.
  return care.verify({ indexCursor: app.readModel.status().cursor });
}
