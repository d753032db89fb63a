import type { AppContext } from './context.ts';
import { type CopyOutcome, type CopyRequest, copySession } from './copy-session.ts';
import type { NativeTools } from './ports/native-writer.ts';

/**
 * Makes a session of its own from the beginning of another one. It keeps what they share, whatever becomes of its parent,
 * refers to the parent's accepted memory, and inherits no approval.
 */
export function forkSession(
  app: AppContext,
  request: Omit<CopyRequest, 'kind'>,
  tools: NativeTools,
): Promise<CopyOutcome> {
  return copySession(app, { ...request, kind: 'fork' }, tools);
}
