import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { foldSession } from '../../src/domain/session-fold.ts';
import type { SessionState } from '../../src/domain/session-state.ts';
import { parseEventLine } from '../../src/events/event-line.ts';
import { EVENT_SCHEMAS } from '../../src/events/event-schemas.ts';
import type { Sha256 } from '../../src/kernel/sources.ts';

const JOURNAL = fileURLToPath(new URL('format-1-runs/journal/000001.jsonl', import.meta.url));
const sha256: Sha256 = (content) => createHash('sha256').update(content).digest();

/** Events as hooks of a session write them; the bytes are frozen. */
function readEvents() {
  const lines = readFileSync(JOURNAL, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => {
    const parsed = parseEventLine(Buffer.from(line), sha256);
    if (parsed.kind !== 'event') throw new Error(`${parsed.kind}: ${line}`);
    return parsed.event;
  });
}

describe('a frozen journal of captured runs', () => {
  it('still has its bytes', () => {
    const digest = createHash('sha256').update(readFileSync(JOURNAL)).digest('hex');
    expect(digest).toBe('552c2fac44d80089f1f69654e7dc459c7e6cd6122355d33fb02e1eb81cfa38bc');
  });

  it('is read, accepted and folded', () => {
    const events = readEvents();
    expect(events.map(({ type }) => type)).toEqual([
      'session.started',
      'prompt.submitted',
      'run.completed',
      'snapshot.taken',
    ]);
    for (const { type, data } of events) expect(EVENT_SCHEMAS[type].safeParse(data).success, type).toBe(true);
    let state: SessionState | undefined;
    for (const event of events) state = foldSession(state, event);
    expect(state).toMatchObject({ agent: 'claude-code', revision: 4, captured: { prompts: 1 } });
  });
});
