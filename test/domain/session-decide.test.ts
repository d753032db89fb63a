import { describe, expect, it } from 'vitest';
import {
  decideArchive,
  decideClose,
  decideDelete,
  decidePin,
  decidePurge,
  decideRename,
  decideRestore,
  decideStart,
  decideUnpin,
  type SessionDecision,
} from '../../src/domain/session-decide.ts';
import type { SessionState } from '../../src/domain/session-state.ts';
import { at, event, eventId, fold, GARDEN, given, start } from './session-fixture.ts';

const DELETED = { type: 'session.deleted', data: {} } as const;
const ARCHIVED = { type: 'session.archived', data: {} } as const;
const PINNED = { type: 'session.pinned', data: {} } as const;

const appends = (type: string, data: object = {}): object => ({ kind: 'append', drafts: [{ type, data }] });
const nothing = (because: string): object => ({ kind: 'nothing', because });
const refuses = (refusal: object): object => ({ kind: 'refuse', refusal });

describe('every decision', () => {
  const all: [string, (state: SessionState | undefined) => SessionDecision][] = [
    ['rename', (state) => decideRename(state, 'Beds')],
    ['pin', decidePin],
    ['unpin', decideUnpin],
    ['archive', (state) => decideArchive(state)],
    ['restore', decideRestore],
    ['delete', (state) => decideDelete(state)],
    ['close', (state) => decideClose(state)],
  ];

  it.each(all)('to %s refuses a session that is unknown, erased or blocked', (_name, decide) => {
    expect(decide(undefined)).toEqual(refuses({ code: 'session-unknown' }));
    const erased = given({ type: 'session.purged', data: { lines: 1, bytes: 1 } });
    expect(decide(erased)).toEqual(refuses({ code: 'session-purged', session: GARDEN }));
    const blocked: SessionState = { ...given(), blocked: 'damaged' };
    expect(decide(blocked)).toEqual(refuses({ code: 'stream-blocked', session: GARDEN, because: 'damaged' }));
  });

  it.each(all.filter(([name]) => name !== 'restore' && name !== 'delete'))(
    'to %s refuses a deleted session',
    (_name, decide) => {
      expect(decide(given(DELETED))).toEqual(refuses({ code: 'session-deleted', session: GARDEN }));
    },
  );
});

describe('renaming', () => {
  it('takes a title without the spaces around it and the breaks inside it', () => {
    expect(decideRename(given(), '  Rose\n beds ')).toEqual(appends('session.renamed', { title: 'Rose beds' }));
  });

  it('says that it has the title already', () => {
    expect(decideRename(given({ type: 'session.renamed', data: { title: 'Beds' } }), ' Beds')).toEqual(
      nothing('already-named'),
    );
  });

  it('refuses titles without a character, and those that are too long', () => {
    expect(decideRename(given(), ' \t ')).toEqual(refuses({ code: 'title-empty' }));
    expect(decideRename(given(), 'x'.repeat(501))).toEqual(
      refuses({ code: 'title-too-long', length: 501, limit: 500 }),
    );
  });
});

describe('flags', () => {
  it('are set once', () => {
    expect([decidePin(given()), decidePin(given(PINNED))]).toEqual([
      appends('session.pinned'),
      nothing('already-pinned'),
    ]);
    expect([decideUnpin(given(PINNED)), decideUnpin(given())]).toEqual([
      appends('session.unpinned'),
      nothing('not-pinned'),
    ]);
    expect(decideArchive(given(), 'done')).toEqual(appends('session.archived', { reason: 'done' }));
    expect(decideArchive(given(ARCHIVED))).toEqual(nothing('already-archived'));
    expect(decideDelete(given(ARCHIVED))).toEqual(appends('session.deleted'));
    expect(decideDelete(given(DELETED))).toEqual(nothing('already-deleted'));
  });
});

describe('restoring', () => {
  it('undoes delete first, else archive', () => {
    const both = fold(start(), event(ARCHIVED), event(DELETED, { id: 'TRASH' }));
    expect(decideRestore(both)).toEqual(appends('session.restored', { undoes: eventId('TRASH') }));
    expect(decideRestore(given(ARCHIVED))).toEqual(appends('session.restored'));
    expect(decideRestore(given())).toEqual(nothing('not-archived-or-deleted'));
  });
});

describe('closing', () => {
  const closed = fold(start(), event({ type: 'session.closed', data: {} }, { at: at('12:00') }));

  it('ends a session that is active', () => {
    expect(decideClose(given(), { reason: 'lunch' })).toEqual(appends('session.closed', { reason: 'lunch' }));
    expect(decideClose(given(), { inferred: true })).toEqual(appends('session.closed', { inferred: true }));
  });

  it('does nothing to one that ended, unless it went on after that', () => {
    expect(decideClose(closed)).toEqual(nothing('already-closed'));
    expect(decideClose(closed, { activeSince: at('11:00') })).toEqual(nothing('already-closed'));
    expect(decideClose(closed, { activeSince: at('12:01') })).toEqual(appends('session.closed'));
  });
});

describe('starting', () => {
  const wish = { agent: 'claude-code', nativeId: 'garden-native' } as const;

  it('starts what loom does not know', () => {
    expect(decideStart(undefined, wish)).toEqual(appends('session.started', wish));
    expect(decideStart(given(), wish)).toEqual(nothing('already-started'));
  });

  it('leaves deleted and erased sessions alone unless they are to be revived', () => {
    const trash = fold(start(), event(DELETED, { id: 'TRASH' }));
    const erased = given({ type: 'session.purged', data: { lines: 1, bytes: 1 } });
    expect(decideStart(trash, wish)).toEqual(refuses({ code: 'session-deleted', session: GARDEN }));
    expect(decideStart(erased, wish)).toEqual(refuses({ code: 'session-purged', session: GARDEN }));
    expect(decideStart(trash, wish, { revive: true })).toEqual(
      appends('session.restored', { undoes: eventId('TRASH') }),
    );
    expect(decideStart(erased, wish, { revive: true })).toEqual(appends('session.started', wish));
  });
});

describe('purging', () => {
  it('names in one intent every session that is still there, deleted or not', () => {
    const erased = given({ type: 'session.purged', data: { lines: 1, bytes: 1 } });
    expect(decidePurge([given(DELETED), erased])).toEqual(appends('purge.intended', { sessions: [GARDEN] }));
    expect(decidePurge([erased])).toEqual(nothing('already-purged'));
    expect(decidePurge([])).toEqual(refuses({ code: 'session-unknown' }));
    const blocked: SessionState = { ...given(), blocked: 'unknown-event' };
    expect(decidePurge([blocked])).toEqual(
      refuses({ code: 'stream-blocked', session: GARDEN, because: 'unknown-event' }),
    );
  });
});
