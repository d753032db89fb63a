import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseEventLine } from '../../src/events/event-line.ts';
import { EVENT_SCHEMAS } from '../../src/events/event-schemas.ts';
import type { Sha256 } from '../../src/kernel/sources.ts';

const JOURNAL = fileURLToPath(new URL('format-1-masked/journal/000001.jsonl', import.meta.url));
const sha256: Sha256 = (content) => createHash('sha256').update(content).digest();

describe('a frozen journal in which a secret was masked', () => {
  const bytes = readFileSync(JOURNAL);

  it('still has its bytes', () => {
    const digest = createHash('sha256').update(bytes).digest('hex');
    expect(digest).toBe('f01d30187a4564e05ecd3a6203bd45a066df41fb5eb42bff95e57f5d1b2f5b02');
  });

  it('is read and accepted, the masked line too', () => {
    const events = bytes
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((line) => parseEventLine(Buffer.from(line), sha256))
      .flatMap((line) => (line.kind === 'event' ? [line.event] : []));
    expect(events.map(({ type }) => type)).toEqual(['session.started', 'journal.redacted']);
    expect(events[0]?.data).toMatchObject({ title: 'the [redacted] title' });
    for (const { type, data } of events) expect(EVENT_SCHEMAS[type].safeParse(data).success, type).toBe(true);
  });
});
