import type { Journal } from '../app/ports/journal.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { writeNotice } from './output.ts';

/** Takes what hooks left beside the journal, so that a reading command tells of it; says what waits when it cannot. */
export async function takeSpooled(journal: Journal): Promise<void> {
  try {
    const { left, setAside } = await journal.drainSpool();
    if (left > 0)
      writeNotice(`Warning: events of ${left} hook calls wait for the store's lock and are not shown yet\n`);
    for (const path of setAside) writeNotice(`Warning: unreadable hook events were set aside: ${path}\n`);
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    writeNotice(`Warning: events of hooks could not be taken into the journal: ${error.message}\n`);
  }
}
