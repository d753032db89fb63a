import { describe, expect, it } from 'vitest';
import type { DerivedEvent } from '../../src/domain/derived-event.ts';
import { mergeTimeline } from '../../src/domain/session-timeline.ts';
import type { IsoTime } from '../../src/kernel/ids.ts';
import { eventTail } from '../../src/kernel/ids.ts';
import { at, event, eventId, start } from './session-fixture.ts';

const tailOf = (type: string, key: string): string => eventTail(eventId(`${type.length}${key}`));

function derived(type: string, key: string, clock: string | null): DerivedEvent {
  const moment: IsoTime | null = clock === null ? null : at(clock);
  return { type, key, at: moment, data: { key }, messageId: `m-${key}`, line: 1 };
}

describe('a timeline', () => {
  it('puts journaled and derived events in the order in which they happened', () => {
    const journaled = [
      start({}, { at: at('09:00') }),
      event({ type: 'session.closed', data: {} }, { at: at('11:00') }),
    ];
    const records = [derived('prompt.submitted', 'A', '09:30'), derived('tool.completed', 'B', '12:00')];
    const timeline = mergeTimeline(journaled, records, tailOf);
    expect(timeline.map(({ type, source }) => `${type} ${source}`)).toEqual([
      'session.started journal',
      'prompt.submitted derived',
      'session.closed journal',
      'tool.completed derived',
    ]);
    expect(timeline[1]).toMatchObject({ id: null, by: null, trust: 'untrusted', messageId: 'm-A', data: { key: 'A' } });
  });

  it('shows a fact that both tell once, as the journal has it', () => {
    const hook = event(
      { type: 'prompt.submitted', data: { textDigest: 'd' } as never },
      { id: `16A`, at: at('09:31') },
    );
    const timeline = mergeTimeline([hook, hook], [derived('prompt.submitted', 'A', '09:30')], tailOf);
    expect(timeline).toEqual([expect.objectContaining({ source: 'journal', id: hook.id, at: at('09:31') })]);
  });

  it('keeps events apart that share a key and differ in type', () => {
    const records = [derived('tool.requested', 'A', '09:30'), derived('tool.completed', 'A', '09:31')];
    expect(mergeTimeline([], records, () => 'SAME')).toHaveLength(2);
  });

  it('leaves what carries no time behind the event before it', () => {
    const records = [
      derived('prompt.submitted', 'A', '09:30'),
      derived('tool.completed', 'B', null),
      derived('tool.failed', 'C', '09:40'),
    ];
    const later = event({ type: 'session.reloaded', data: {} }, { at: at('09:35') });
    expect(mergeTimeline([later], records, tailOf).map(({ type }) => type)).toEqual([
      'prompt.submitted',
      'tool.completed',
      'session.reloaded',
      'tool.failed',
    ]);
  });
});
