import { describe, expect, it } from 'vitest';
import { copilotCliImporter } from '../../src/importers/copilot-cli/copilot-cli-importer.ts';
import { uniqueId } from '../../src/importers/unique-id.ts';
import { copilotEvent } from './copilot-cli/samples.ts';
import { importPath, openLab, sessionsOf, writeFile } from './support/source-lab.ts';

describe('an id that is counted within one session', () => {
  it('is told from one that is unique', () => {
    expect(uniqueId('event-0')).toBeUndefined();
    expect(uniqueId('2acc594f-590b-4c79-9fcc-c1b1ea774875')).toBe('2acc594f-590b-4c79-9fcc-c1b1ea774875');
  });

  it('makes no session the continuation of another', async () => {
    const lab = openLab(copilotCliImporter);
    for (const sessionId of ['rye', 'oats']) {
      const events = [
        copilotEvent(0, 'session.start', { sessionId, producer: 'copilot-agent' }),
        copilotEvent(1, 'user.message', { content: `Mill the ${sessionId}` }),
      ];
      const text = events.map((event) => `${JSON.stringify(event)}\n`).join('');
      await importPath(lab, writeFile(lab, `${sessionId}/events.jsonl`, text));
    }
    expect(sessionsOf(lab).map(({ parent }) => parent)).toEqual([null, null]);
  });
});
