import type { AppContext } from '../../app/context.ts';
import type { SessionView } from '../../domain/session-view.ts';
import { escapeActive } from '../../kernel/json-text.ts';
import type { Answer } from '../answer.ts';

/** The kept lines of a session. What was redacted is named, and stays redacted. */
export function rawRecords(app: AppContext, view: SessionView): Answer {
  const state = app.readModel.state(view.id);
  const lines = () => app.transcripts.keptLines(view.id, state?.transcript?.keptLength ?? 0);
  const redacted = Object.values(state?.transcript?.tally.redactions ?? {}).reduce((sum, count) => sum + count, 0);
  return {
    json: () => [...lines()].map((line) => JSON.parse(line)),
    text: function* () {
      for (const line of lines()) yield `${escapeActive(line)}\n`;
    },
    notes: redacted > 0 ? [`${redacted} secrets were masked before anything was stored; they cannot be shown`] : [],
  };
}
