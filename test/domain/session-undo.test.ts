import { describe, expect, it } from 'vitest';
import type { DraftData, SessionDecision } from '../../src/domain/session-decide.ts';
import { foldSession } from '../../src/domain/session-fold.ts';
import type { SessionState } from '../../src/domain/session-state.ts';
import { decideUndo } from '../../src/domain/undo.ts';
import type { LoomEvent } from '../../src/events/envelope.ts';
import { event, eventId, fold, start } from './session-fixture.ts';

const RENAMED = { type: 'session.renamed', data: { title: 'Beds' } } as const;
const PINNED = { type: 'session.pinned', data: {} } as const;
const ARCHIVED = { type: 'session.archived', data: {} } as const;
const DELETED = { type: 'session.deleted', data: {} } as const;
const CLOSED = { type: 'session.closed', data: { reason: 'lunch' } } as const;

/** Undoes the last of these decisions after the `later` ones. */
function undo(
  done: readonly DraftData[],
  later: readonly DraftData[] = [],
): { decision: SessionDecision; now: SessionState; before: SessionState } {
  const events: LoomEvent[] = [start(), ...done.map((data, n) => event(data, { id: `D${n}`, by: 'person' }))];
  const before = fold(...events.slice(0, -1));
  const now = fold(...events, ...later.map((data) => event(data, { by: 'person' })));
  return { decision: decideUndo(events.at(-1) as LoomEvent, { now, before }), now, before };
}

/** What of a session a person decides. */
function wishes(state: SessionState | undefined): unknown {
  const { title, pinned, archived, deleted, closed } = state ?? ({} as SessionState);
  return { title, pinned, archived, deleted: deleted !== null, closed: closed === null ? null : closed.reason };
}

const UNPINNED = { type: 'session.unpinned', data: {} } as const;
const RESTORED = { type: 'session.restored', data: {} } as const;
const REOPENED = { type: 'session.restored', data: { undoes: eventId('D0') } } as const;

describe('undo', () => {
  it.each([
    ['a rename', [RENAMED]],
    ['a second rename', [{ type: 'session.renamed', data: { title: 'Paths' } }, RENAMED]],
    ['a pin', [PINNED]],
    ['an unpin', [PINNED, UNPINNED]],
    ['an archive', [ARCHIVED]],
    ['a delete', [DELETED]],
    ['a close', [CLOSED]],
    ['a restore of an archived session', [ARCHIVED, RESTORED]],
    ['a restore of a deleted session', [ARCHIVED, DELETED, RESTORED]],
    ['a reopening', [CLOSED, REOPENED]],
  ] as [string, DraftData[]][])('of %s brings back what was before, and then has nothing to do', (_name, done) => {
    const { decision, now, before } = undo(done);
    if (decision.kind !== 'append') throw new Error(JSON.stringify(decision));
    const after = decision.drafts.reduce<SessionState | undefined>(
      (state, data) => foldSession(state, event(data)),
      now,
    );
    expect(wishes(after)).toEqual(wishes(before));
    expect(undo(done, decision.drafts).decision).toEqual({ kind: 'nothing', because: 'already-undone' });
  });

  it('of a start puts the session into the trash', () => {
    const first = start();
    const decision = decideUndo(first, { now: fold(first), before: undefined });
    expect(decision).toEqual({ kind: 'append', drafts: [{ type: 'session.deleted', data: { undoes: first.id } }] });
  });

  it('never takes back more than its event did', () => {
    const renamedSince = undo([RENAMED], [{ type: 'session.renamed', data: { title: 'Paths' } }]);
    expect(renamedSince.decision).toMatchObject({
      kind: 'refuse',
      refusal: { code: 'undo-too-late', event: eventId('D0') },
    });
    const deletedAgain = undo([DELETED], [{ type: 'session.restored', data: {} }, DELETED]);
    expect(deletedAgain.decision).toMatchObject({ kind: 'refuse', refusal: { code: 'undo-too-late' } });
    expect(undo([PINNED], [DELETED]).decision).toMatchObject({ kind: 'refuse', refusal: { code: 'session-deleted' } });
  });

  it.each(['session.purged', 'purge.intended', 'memory.forgotten', 'export.made', 'transcript.synced'])(
    'of %s is refused',
    (type) => {
      const foreign = { ...start(), type } as LoomEvent;
      expect(decideUndo(foreign, { now: fold(start()), before: undefined })).toEqual({
        kind: 'refuse',
        refusal: { code: 'not-undoable', type },
      });
    },
  );
});
