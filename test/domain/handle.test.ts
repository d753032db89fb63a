import { describe, expect, it } from 'vitest';
import { type HandleSource, resolveHandle } from '../../src/domain/handle.ts';
import { editDistance } from '../../src/domain/handle-nearest.ts';
import type { SessionView } from '../../src/domain/session-view.ts';
import { viewSession } from '../../src/domain/session-view-of.ts';
import type { ProjectId, SessionId } from '../../src/kernel/ids.ts';
import { given } from './session-fixture.ts';

const MEADOW = 'meadw00000000000' as ProjectId;
const SHED = 'shedd00000000000' as ProjectId;

interface Session extends Partial<SessionView> {
  readonly id: SessionId;
}

function view({ id, ...rest }: Session): SessionView {
  const blank = viewSession({
    state: given(),
    summary: null,
    project: null,
    shortId: id.slice(0, 8),
    children: 0,
    parent: undefined,
    ancestors: [],
  });
  const counts = { ...blank.counts, prompts: 1 };
  return {
    ...blank,
    project: { id: MEADOW, name: 'meadow', path: '/m' },
    nativeId: `native-${id}`,
    counts,
    ...rest,
    id,
  };
}

const id = (text: string): SessionId => text.padEnd(16, '0') as SessionId;
const ROSE = view({ id: id('r0se'), title: 'Rose beds' });
const ROBIN = view({ id: id('r0b1'), title: 'Feed the robin' });
const STUB = view({ id: id('stvb'), counts: { ...ROSE.counts, prompts: 0 } });
const TRASH = view({ id: id('tra5'), title: 'Old rakes', deleted: true });
const AWAY = view({
  id: id('away'),
  title: 'Hammer',
  project: { id: SHED, name: 'shed', path: '/s' },
  nativeId: 'hammer-1',
});
const GONE = view({ id: id('g0ne'), purged: true, nativeId: '' });

const SESSIONS = [ROSE, ROBIN, AWAY, STUB, TRASH];

function sourceOf(sessions: readonly SessionView[]): HandleSource {
  const inScope = (each: SessionView, project?: ProjectId): boolean =>
    project === undefined || each.project?.id === project;
  return {
    candidates: (text, project) =>
      sessions.filter(
        (s) => inScope(s, project) && (s.id.startsWith(text) || s.nativeId.startsWith(text) || s.title === text),
      ),
    list: ({ project, everything, limit = 1000, offset = 0 }) =>
      sessions.filter((s) => inScope(s, project) && (everything === true || !s.deleted)).slice(offset, offset + limit),
    view: (wanted) => [...sessions, GONE].find((s) => s.id === wanted),
  };
}

const source = sourceOf(SESSIONS);

/** What a handle means in the meadow. */
function means(text: string, wish: { among?: (v: SessionView) => boolean } = {}): unknown {
  const outcome = resolveHandle({ text, project: MEADOW, ...wish }, source);
  if (outcome.kind === 'found') return outcome.session.id;
  return outcome.kind === 'ambiguous' ? outcome.candidates.map((v) => v.id) : outcome;
}

describe('a handle', () => {
  it.each([
    ['a full id', ROSE.id, ROSE.id],
    ['a full id in capitals', ROSE.id.toUpperCase(), ROSE.id],
    ['a full id of another project', AWAY.id, AWAY.id],
    ['a full id of a deleted session', TRASH.id, TRASH.id],
    ['the id of an erased session', GONE.id, GONE.id],
    ['a full native id of another project', 'hammer-1', AWAY.id],
    ['a prefix of an id', 'r0se', ROSE.id],
    ['a prefix of an id in capitals', 'R0SE0', ROSE.id],
    ['a prefix of a native id', 'native-r0b', ROBIN.id],
    ['an exact title', 'Feed the robin', ROBIN.id],
    ['spaces around it', '  r0se ', ROSE.id],
  ])('may be %s', (_what, text, meaning) => {
    expect(means(text)).toBe(meaning);
  });

  it('that several fit lists them and means none', () => {
    expect(means('native-r0')).toEqual([ROSE.id, ROBIN.id]);
    const twins = sourceOf([ROSE, { ...ROBIN, title: 'Rose beds' }]);
    expect(resolveHandle({ text: 'Rose beds' }, twins).kind).toBe('ambiguous');
  });

  it('of fewer than four characters is no prefix', () => {
    expect(means('r0s')).toMatchObject({ kind: 'none', because: 'too-short' });
  });

  it('that fits a title only in part means none, and says what is near', () => {
    expect(means('Rose bed')).toMatchObject({ kind: 'none', because: 'no-match', nearest: [{ id: ROSE.id }] });
    expect(means('robin')).toMatchObject({ kind: 'none', nearest: [{ id: ROBIN.id }] });
    expect(means('quite another thing')).toMatchObject({ kind: 'none', nearest: [] });
  });

  it('that fits only in another project says so', () => {
    expect(means('Hammer')).toMatchObject({ kind: 'none', elsewhere: [{ id: AWAY.id }] });
    expect(resolveHandle({ text: 'Hammer' }, source)).toMatchObject({ kind: 'found', session: { id: AWAY.id } });
  });

  it('prefers sessions that the command can work on, and names others only for want of them', () => {
    const rakes = sourceOf([{ ...ROSE, title: 'Old rakes' }, TRASH]);
    expect(resolveHandle({ text: 'Old rakes' }, rakes)).toMatchObject({ kind: 'found', session: { id: ROSE.id } });
    expect(resolveHandle({ text: 'Old rakes', among: (v) => v.deleted }, rakes)).toMatchObject({
      session: { id: TRASH.id },
    });
    expect(means('Old rakes')).toBe(TRASH.id);
  });

  it('that is empty means none', () => {
    expect(means('  ')).toMatchObject({ kind: 'none' });
  });
});

describe('the last session', () => {
  it.each(['last', '@last', 'last~0', '@last~0'])('is the newest one in which something happened (%s)', (text) => {
    expect(means(text)).toBe(ROSE.id);
  });

  it('can be counted back from, within the project', () => {
    expect(means('last~1')).toBe(ROBIN.id);
    expect(means('@last~2')).toMatchObject({ kind: 'none', because: 'no-such-last' });
    expect(resolveHandle({ text: '@last~2' }, source)).toMatchObject({ session: { id: AWAY.id } });
  });

  it('is never one that was opened and left, nor one the command cannot work on', () => {
    expect(resolveHandle({ text: 'last' }, sourceOf([STUB]))).toMatchObject({ kind: 'none', because: 'no-such-last' });
    expect(means('last', { among: (v) => v.id !== ROSE.id })).toBe(ROBIN.id);
  });

  it('is found however many sessions lie before it', () => {
    const many = Array.from({ length: 120 }, (_, n) => view({ id: id(`m${n}x`) }));
    expect(resolveHandle({ text: 'last~119' }, sourceOf(many))).toMatchObject({ session: { id: many[119]?.id } });
  });
});

describe('the distance of two texts', () => {
  it('counts edits', () => {
    expect([editDistance('', 'abc'), editDistance('kitten', 'sitting'), editDistance('rose', 'rose')]).toEqual([
      3, 3, 0,
    ]);
  });
});
