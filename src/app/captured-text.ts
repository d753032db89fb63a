import type { PromptSubmitted, RunCompleted } from '../events/capture-data.ts';
import type { SessionId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';

/** Words of a prompt or an answer that was recorded live: its own, or those of the blob that it names; empty when neither is there. */
export function capturedText(
  app: AppContext,
  session: SessionId,
  { text, blob }: PromptSubmitted | RunCompleted,
): string {
  if (text !== undefined || blob === undefined) return text ?? '';
  const content = app.transcripts.blob(session, blob);
  return content === undefined ? '' : app.decodeText(content);
}
