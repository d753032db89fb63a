import { describe, expect, it } from 'vitest';
import { blockMemory, foldMemory, isShown } from '../../../src/domain/memory-fold.ts';
import { isInForce } from '../../../src/domain/memory-state.ts';
import type { IsoTime, SessionId } from '../../../src/kernel/ids.ts';
import {
  ACCEPTED,
  DUNES,
  event,
  eventId,
  FORGOTTEN,
  fold,
  given,
  HARBOUR,
  PINNED,
  proposed,
  REJECTED,
  RETRACTED,
  SUPERSEDED,
  TIDES,
} from './memory-fixture.ts';

const AT = '2026-05-04T10:00:00.000Z' as IsoTime;

describe('a record that is proposed', () => {
  it('says what was claimed, by whom and how far that may be believed', () => {
    const { record } = fold(
      proposed({ tags: ['sea'], paths: ['pier'], redactions: { email: 1 } }, TIDES, { by: 'mcp', trust: 'agent' }),
    );
    expect(record).toMatchObject({
      id: TIDES,
      status: 'proposed',
      text: 'High water is at noon',
      tags: ['sea'],
      paths: ['pier'],
      scope: { project: HARBOUR },
      trust: 'agent',
      redactions: { email: 1 },
      acceptedAt: null,
      supersededBy: null,
    });
    expect(isInForce(record)).toBe(false);
  });

  it('is made once: a second proposal in its stream changes nothing', () => {
    expect(fold(proposed(), proposed({ text: 'Low water is at noon' })).record.text).toBe('High water is at noon');
  });

  it('is unknown while only a decision about it was seen', () => {
    expect(isShown(fold(event(ACCEPTED)))).toBe(false);
  });
});

describe('decisions in journal order', () => {
  it.each([
    [[ACCEPTED], 'accepted'],
    [[REJECTED], 'rejected'],
    [[ACCEPTED, SUPERSEDED], 'superseded'],
    [[ACCEPTED, RETRACTED], 'retracted'],
    [[REJECTED, ACCEPTED], 'rejected'],
    [[ACCEPTED, REJECTED], 'accepted'],
    [[RETRACTED], 'proposed'],
    [[SUPERSEDED], 'proposed'],
    [[ACCEPTED, SUPERSEDED, RETRACTED], 'superseded'],
  ] as const)('%# lead to %s', (decisions, status) => {
    expect(given(...decisions).record.status).toBe(status);
  });

  it('count once when they are told twice', () => {
    const accepted = event(ACCEPTED, { id: 'YES' });
    const state = fold(proposed(), accepted);
    expect(foldMemory(state, { ...accepted, id: `01KQZ9999Z${eventId('YES').slice(10)}` as never })).toBe(state);
  });

  it('say who accepted and on what grounds', () => {
    const data = { approvedBy: 'Ada', evidence: 'the almanac' };
    expect(given({ memory: TIDES, type: 'memory.accepted', data }).record).toMatchObject({ ...data, acceptedAt: AT });
  });

  it.each(['mcp', 'hook', 'system', 'import'] as const)('make nothing memory when %s accepts', (by) => {
    expect(fold(proposed(), event(ACCEPTED, { by })).record.status).toBe('proposed');
  });

  it('leave an instruction out of force until it is confirmed as one', () => {
    const shaped = proposed({ instructionShaped: true });
    expect(isInForce(fold(shaped, event(ACCEPTED)).record)).toBe(false);
    expect(isInForce(fold(shaped, event({ ...ACCEPTED, data: { instructionConfirmed: true } })).record)).toBe(true);
  });

  it('pin accepted records only, and a record that leaves takes its pin along', () => {
    expect(given(PINNED).record.pinned).toBe(false);
    expect(given(ACCEPTED, PINNED).record.pinned).toBe(true);
    expect(given(ACCEPTED, PINNED, SUPERSEDED).record).toMatchObject({ pinned: false, supersededBy: DUNES });
  });

  it('confirm a record at a date', () => {
    const confirmed = { memory: TIDES, type: 'memory.confirmed', data: { confirmedAt: AT } } as const;
    expect(given(ACCEPTED, confirmed).record).toMatchObject({ confirmedAt: AT, confidence: 'confirmed' });
    expect(given(confirmed).record.confirmedAt).toBeNull();
  });
});

describe('a decision that is taken back', () => {
  const reopen = (tail: string) => event({ memory: TIDES, type: 'memory.reopened', data: { undoes: eventId(tail) } });

  it('puts everything back as it was right before it', () => {
    const pinned = [proposed(), event(ACCEPTED, { id: 'YES' }), event(PINNED)];
    const before = fold(...pinned);
    const after = fold(...pinned, event(SUPERSEDED, { id: 'GONE' }), reopen('GONE'));
    expect({ ...after.record, updatedAt: AT }).toEqual({ ...before.record, updatedAt: AT });
  });

  it('is the newest one; an older one stays', () => {
    const state = fold(proposed(), event(ACCEPTED, { id: 'YES' }), event(SUPERSEDED, { id: 'GONE' }), reopen('YES'));
    expect(state.record.status).toBe('superseded');
  });

  it('is taken back once', () => {
    const events = [proposed(), event(ACCEPTED, { id: 'YES' }), reopen('YES'), reopen('YES')];
    expect(fold(...events).record).toMatchObject({ status: 'proposed', acceptedAt: null });
  });
});

describe('sightings and edits', () => {
  it('are counted, and change neither state nor trust', () => {
    const seen = (session: string) =>
      event({ memory: TIDES, type: 'memory.observed', data: { provenance: { sessionId: session as SessionId } } });
    const state = fold(proposed(), seen('a'), seen('a'), seen('b'));
    expect(state.record).toMatchObject({ observations: 3, observedIn: ['a', 'b'], status: 'proposed' });
  });

  it('are bounded, so that a record does not grow with its repetition', () => {
    const seen = Array.from({ length: 2000 }, (_, n) =>
      event({ memory: TIDES, type: 'memory.observed', data: { provenance: { sessionId: `s${n}` as SessionId } } }),
    );
    const state = fold(proposed(), ...seen);
    expect(state.record.observations).toBe(2000);
    expect(JSON.stringify(state).length).toBeLessThan(20_000);
  });

  it('of somebody who is trusted less take the trust of the words with them, those of tags and paths do not', () => {
    const edit = (data: object) => event({ memory: TIDES, type: 'memory.edited', data }, { trust: 'agent' });
    expect(fold(proposed(), edit({ tags: ['sea'] })).record.trust).toBe('person');
    expect(fold(proposed(), edit({ text: 'Ebb at six' })).record.trust).toBe('agent');
    expect(fold(proposed(), edit({ kind: 'constraint' })).record.trust).toBe('agent');
    const untrusted = proposed({}, TIDES, { trust: 'untrusted' });
    expect(fold(untrusted, edit({ text: 'Ebb at six' })).record.trust).toBe('untrusted');
  });

  it('change the named parts; a new text is not yet confirmed as an instruction', () => {
    const shaped = proposed({ instructionShaped: true, tags: ['sea'] });
    const accepted = event({ ...ACCEPTED, data: { instructionConfirmed: true } });
    const edit = event({ memory: TIDES, type: 'memory.edited', data: { text: 'Ebb at six' } });
    expect(fold(shaped, accepted, edit).record).toMatchObject({
      text: 'Ebb at six',
      tags: ['sea'],
      instructionConfirmed: false,
    });
  });
});

describe('a record that is forgotten', () => {
  it('keeps its id, its times and a mark of the text, and nothing else', () => {
    const state = fold(proposed({ tags: ['sea'] }), event(ACCEPTED), event(FORGOTTEN));
    expect(state).toMatchObject({ tombstone: 'mark', decisions: [] });
    expect(state.record).toMatchObject({ id: TIDES, status: 'forgotten', text: '', tags: [], pinned: false });
  });

  it('stays forgotten whatever comes later, its own proposal from an older export included', () => {
    const state = fold(proposed(), event(FORGOTTEN), event(ACCEPTED), proposed({ text: 'again' }));
    expect(state.record).toMatchObject({ status: 'forgotten', text: '' });
  });

  it('is the same from erased lines as from those that stood there before', () => {
    const erased = { erased: true } as const;
    const lines = [proposed(), event(ACCEPTED)].map((line) => ({ ...line, data: erased }) as never);
    expect(fold(...lines).record).toMatchObject({ status: 'forgotten', text: '' });
    expect(fold(...lines, event(FORGOTTEN)).tombstone).toBe('mark');
  });
});

describe('a stream with a line that nobody understands', () => {
  it('is blocked, damage before an unknown type', () => {
    const blocked = blockMemory(given(ACCEPTED), { id: TIDES, blocked: 'damaged', at: AT });
    expect(blocked.record).toMatchObject({ blocked: 'damaged', status: 'accepted' });
    const again = blockMemory(blocked, { id: TIDES, blocked: 'unknown-event', at: AT });
    expect(again.record.blocked).toBe('damaged');
  });
});
