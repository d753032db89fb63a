import { describe, expect, it } from 'vitest';
import type { Journal, JournalEntry } from '../../src/app/ports/journal.ts';
import { decidePin } from '../../src/domain/session-decide.ts';
import type { UnknownEvent } from '../../src/events/envelope.ts';
import { sessionStream } from '../../src/kernel/ids.ts';
import { createWorld, day, HARBOUR, importLines, LANTERN, type World } from './read-model-fixture.ts';

/** The world's journal with a line after its last one that only this journal shows. */
function withLine(world: World, line: (offset: number) => JournalEntry): Journal {
  const { journal } = world;
  const end = journal.head().offset;
  return {
    ...journal,
    head: () => journal.head(),
    holds: (cursor) => cursor.id.endsWith('NEW') || journal.holds(cursor),
    distance: (cursor) => journal.distance(cursor) + 1,
    isEmpty: () => journal.isEmpty(),
    look: () => null,
    recall: () => undefined,
    drainSpool: () => journal.drainSpool(),
    read: function* (after) {
      for (const entry of journal.read(after)) {
        if (entry.place.offset >= end && (after?.offset ?? 0) <= end) yield line(end);
        yield entry;
      }
      if (journal.head().offset === end && (after?.offset ?? 0) <= end) yield line(end);
    },
  };
}

function damage(offset: number): JournalEntry {
  const place = { segment: 1, offset, length: 1 };
  return { kind: 'damage', code: 'bad-sum', place, streams: [sessionStream(HARBOUR)], detail: '' };
}

function unknown(offset: number): JournalEntry {
  const event = {
    id: '01KQS0000Z0000000000000NEW',
    stream: sessionStream(HARBOUR),
    type: 'session.dreamt',
    recorded: day(5),
    sum: 's',
    commit: ['c', 0, 1],
  };
  return {
    kind: 'unknown',
    event: event as unknown as UnknownEvent,
    place: { segment: 1, offset, length: 1 },
    newer: false,
  };
}

describe('a line that no fold understands', () => {
  it.each([
    ['damaged', damage, { unknown: 0, newer: 0, damaged: 1 }],
    ['unknown-event', unknown, { unknown: 1, newer: 0, damaged: 0 }],
  ] as const)('is counted once and blocks its stream only (%s)', async (because, line, skipped) => {
    const world = createWorld();
    await importLines(world, HARBOUR, [`${day(3)} prompt Tides`]);
    await importLines(world, LANTERN, [`${day(4)} prompt Wicks`]);
    const model = world.open({ journal: withLine(world, line) });
    model.catchUp();
    model.catchUp();
    expect(model.status().skipped).toEqual(skipped);
    expect(model.list({}).map((view) => view.id)).toEqual([LANTERN, HARBOUR]);
    const refusal = { code: 'stream-blocked', session: HARBOUR, because };
    expect(decidePin(model.state(HARBOUR))).toEqual({ kind: 'refuse', refusal });
    expect(decidePin(model.state(LANTERN)).kind).toBe('append');
  });
});
