import type { AgentName } from '../events/agents.ts';
import type { SessionId } from '../kernel/ids.ts';
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

/** What goes on with a fork that has no session file: loom; where its agent is not here, as the context for any other. */
export function resumeForkLine(
  app: AppContext,
  { session, agent }: { readonly session: SessionId; readonly agent: AgentName },
): string {
  const isAgentHere = app.snapshots.agent(agent).program !== null;
  return `loom sessions resume ${session}${isAgentHere ? '' : ' --print'}`;
}
