import { describe, expect, it } from 'vitest';
import { blockSession, foldSession, placeSession } from '../../src/domain/session-fold.ts';
import type { SessionState } from '../../src/domain/session-state.ts';
import type { LoomEvent } from '../../src/events/envelope.ts';
import type { ProjectId } from '../../src/kernel/ids.ts';
import { fc } from '../support/properties.ts';
import { at, event, eventId, fold, GARDEN, given, start } from './session-fixture.ts';

const ended = (clock: string, data: { inferred?: boolean; reason?: string } = {}, id?: string): LoomEvent =>
  event({ type: 'session.closed', data }, { at: at(clock), ...(id === undefined ? {} : { id }) });

describe('a session', () => {
  it('is what its start says', () => {
    const parent = { session: GARDEN, kind: 'fork' } as const;
    const state = fold(
      start({ parent, firstRecord: 'f', title: 'Beds', headless: true }, { at: at('09:00'), trust: 'agent' }),
    );
    expect(state).toMatchObject({
      id: GARDEN,
      agent: 'claude-code',
      nativeId: 'garden-native',
      parent,
      firstRecord: 'f',
      startTitle: 'Beds',
      headless: true,
      startedAt: at('09:00'),
      lastAt: at('09:00'),
      trust: 'agent',
      places: ['/home/mira/garden'],
      revision: 1,
    });
  });

  it('ignores events of other streams', () => {
    const other = { ...start(), stream: 'store' } as LoomEvent;
    expect(foldSession(undefined, other)).toBeUndefined();
  });

  it('takes a fact told twice once, whatever its second time', () => {
    const once = fold(start(), ended('11:00', {}, 'END'));
    const twice = fold(start(), ended('11:00', {}, 'END'), start({}, { at: at('08:00') }), ended('12:00', {}, 'END'));
    expect(twice).toEqual(once);
  });

  it('counts only first occurrences as revisions', () => {
    expect(fold(start(), start(), ended('11:00')).revision).toBe(2);
  });

  it('keeps what an earlier start said and fills what it left open', () => {
    const hook = start({ where: { cwd: '/a' } }, { at: at('09:00'), id: 'HOOK' });
    const file = start({ where: { cwd: '/b' }, firstRecord: 'f' }, { at: at('09:05'), id: 'FILE' });
    for (const state of [fold(hook, file), fold(file, hook)]) {
      expect(state).toMatchObject({
        where: { cwd: '/a' },
        firstRecord: 'f',
        startedAt: at('09:00'),
        lastAt: at('09:05'),
      });
    }
  });

  it('is not moved by clocks that cannot be right', () => {
    const state = fold(
      start({}, { at: at('09:00') }),
      event({ type: 'session.reloaded', data: {} }, { at: '2031-01-01T00:00:00.000Z' as never }),
    );
    expect(state.lastAt).toBe(at('09:00'));
    expect(fold(start({}, { at: '1999-01-01T00:00:00.000Z' as never, recorded: at('12:00') })).startedAt).toBe(
      at('12:00'),
    );
  });

  it('is not made younger by what a person does to it later', () => {
    const closed = event({ type: 'session.closed', data: {} }, { at: at('22:00'), by: 'person' });
    expect(fold(start(), closed).lastAt).toBe(at('10:00'));
  });

  it('ends when it was last seen to end, a seen end before an inferred one', () => {
    expect(fold(start(), ended('12:00'), ended('11:00')).closed?.at).toBe(at('12:00'));
    const both = [ended('12:00', { inferred: true }), ended('12:00', { reason: 'exit' })];
    expect(fold(start(), ...both).closed).toMatchObject({ reason: 'exit', inferred: false });
    expect(fold(start(), ...both.reverse()).closed).toMatchObject({ reason: 'exit', inferred: false });
  });

  it('takes a prompt that a person recorded for activity, and a name that a person gave for none', () => {
    const recorded = event({ type: 'prompt.submitted', data: { text: 'plant' } }, { by: 'person', at: at('12:00') });
    const named = event({ type: 'session.renamed', data: { title: 'beds' } }, { by: 'person', at: at('13:00') });
    expect(fold(start(), recorded, named)?.lastAt).toBe(at('12:00'));
  });

  it('does not depend on the order of captured facts', () => {
    const facts = [
      start({}, { at: at('09:00') }),
      ended('11:00'),
      ended('12:00', { inferred: true }),
      event({ type: 'session.reloaded', data: {} }, { at: at('13:00') }),
      event({ type: 'session.linked', data: { where: { cwd: '/home/mira/shed' } } }, { at: at('10:30') }),
      event(
        { type: 'snapshot.taken', data: { where: { cwd: '/home/mira/garden' }, occasion: 'stop' } },
        { at: at('14:00') },
      ),
    ];
    const known = ({ lastEvent: _, places, ...rest }: SessionState): unknown => ({
      ...rest,
      places: [...places].sort(),
    });
    fc.assert(
      fc.property(fc.shuffledSubarray(facts, { minLength: facts.length }), (order) => {
        expect(known(fold(...order))).toEqual(known(fold(...facts)));
      }),
    );
  });
});

describe('decisions of a person', () => {
  it('count in journal order', () => {
    const state = given(
      { type: 'session.renamed', data: { title: 'Beds' } },
      { type: 'session.renamed', data: { title: 'Paths' } },
      { type: 'session.pinned', data: {} },
      { type: 'session.unpinned', data: {} },
      { type: 'session.archived', data: {} },
    );
    expect(state).toMatchObject({ title: 'Paths', pinned: false, archived: true });
  });

  it('restore what was deleted first, then what was archived', () => {
    const restored = { type: 'session.restored', data: {} } as const;
    const trash = [{ type: 'session.archived', data: {} } as const, { type: 'session.deleted', data: {} } as const];
    expect(given(...trash, restored)).toMatchObject({ deleted: null, archived: true });
    expect(given(...trash, restored, restored)).toMatchObject({ deleted: null, archived: false });
  });

  it('reopen a session by restoring its end', () => {
    const state = fold(
      start(),
      ended('11:00', {}, 'END'),
      event({ type: 'session.restored', data: { undoes: eventId('END') } }),
    );
    expect(state.closed).toBeNull();
  });
});

describe('an erased session', () => {
  const erased = { ...start(), data: { erased: true } } as unknown as LoomEvent;
  const purged = event({ type: 'session.purged', data: { lines: 1, bytes: 1 } });

  it('keeps its id and nothing that was said', () => {
    const state = fold(start(), event({ type: 'session.renamed', data: { title: 'Secret beds' } }), purged);
    expect(state).toMatchObject({ id: GARDEN, purged: true, nativeId: '', title: null, where: null });
  });

  it('is the same whether its events were seen before they were erased or not', () => {
    const { tails: _, ...seen } = fold(start(), purged);
    const { tails: __, ...unseen } = fold(erased, purged);
    expect(seen).toEqual(unseen);
  });

  it('lives again when its start is told anew', () => {
    const state = fold(erased, purged, start());
    expect(state).toMatchObject({ purged: false, nativeId: 'garden-native', agent: 'claude-code' });
  });
});

describe('marks of the read model', () => {
  const [meadow, shed] = ['m3ad0wq2x4v8t1c5', 'sh3dq2x4v8t1c5b7'] as ProjectId[];

  it('block a stream for good, damage outranking the unknown', () => {
    const why = { id: GARDEN, at: at('10:00'), event: eventId('X') };
    const unknown = blockSession(fold(start()), { ...why, blocked: 'unknown-event' });
    expect(unknown.blocked).toBe('unknown-event');
    expect(blockSession(unknown, { ...why, blocked: 'damaged' }).blocked).toBe('damaged');
    expect(blockSession(undefined, { ...why, blocked: 'damaged' })).toMatchObject({
      nativeId: '',
      blocked: 'damaged',
      revision: 0,
    });
  });

  it('tell the project of the start from those it touched', () => {
    const home = placeSession(fold(start()), { project: meadow as ProjectId, role: 'started' });
    const away = placeSession(home, { project: shed as ProjectId, role: 'linked' });
    expect(placeSession(away, { project: meadow as ProjectId, role: 'linked' })).toMatchObject({
      project: meadow,
      linked: [shed],
    });
  });

  it('take the project touched first for its own, until a start tells one', () => {
    const link = (state: ReturnType<typeof fold>, project: ProjectId | undefined) =>
      placeSession(state, { project: project as ProjectId, role: 'linked' });
    const linked = link(link(fold(start()), shed), meadow);
    expect(linked.project).toBe(shed);
    expect(placeSession(linked, { project: meadow as ProjectId, role: 'started' })).toMatchObject({
      project: meadow,
      linked: [shed],
    });
  });
});
