import type { AppContext } from '../app/context.ts';
import { rescanStore } from '../app/rescan-store.ts';
import type { SessionId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { appOptionsOfProcess } from './composition.ts';
import { openMasking } from './open-masking.ts';

/**
 * Throws LoomError `problem` (`secrets-found`) when the present rules find a secret in what is kept of some sessions, or of
 * the whole store: an export would mask it, but somebody should know. Null stands for memory records.
 */
export async function refuseSecrets(app: AppContext, sessions?: readonly (SessionId | null)[]): Promise<void> {
  const masking = await openMasking(appOptionsOfProcess(), app);
  const chosen = sessions === undefined ? undefined : new Set(sessions);
  const { total, rules, parts } = rescanStore(app, masking, chosen);
  if (total === 0) return;
  throw new LoomError({
    kind: 'problem',
    code: 'secrets-found',
    message: `the present rules find ${total} secrets in what would be exported; nothing is written`,
    hints: ['loom redact --rescan', 'loom redact --rescan --apply'],
    details: { rules, sessions: parts.map(({ session }) => session) },
  });
}
