import { describe, expect, it } from 'vitest';
import type { ConversationSummary } from '../../src/domain/conversation.ts';
import type { SessionView } from '../../src/domain/session-view.ts';
import { isBackground, isStub, type ViewParts, viewSession } from '../../src/domain/session-view-of.ts';
import type { SessionId } from '../../src/kernel/ids.ts';
import { at, event, fold, GARDEN, given, start } from './session-fixture.ts';

const SUMMARY: ConversationSummary = {
  counts: {
    prompts: 2,
    answers: 3,
    toolCalls: 1,
    toolErrors: 0,
    errors: null,
    compactions: 0,
    sidechain: 0,
    inherited: 1,
  },
  tokens: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, inputIncludesCache: true },
  models: ['weaver-1'],
  startedAt: at('08:00'),
  updatedAt: at('15:00'),
  plausibleAt: at('14:00'),
  timeSuspect: true,
  cwd: '/home/mira/shed',
  cwds: [],
  branch: 'main',
  title: 'Where do the roses go',
  titleSource: 'prompt',
  mode: 'plan',
  effort: 'high',
  headless: false,
  worktree: 'spring',
  agentVersion: '2',
};

function view(parts: Partial<ViewParts> = {}): SessionView {
  return viewSession({
    state: given(),
    summary: SUMMARY,
    project: null,
    shortId: 'g4rd3nq2',
    children: 0,
    parent: undefined,
    ancestors: [],
    ...parts,
  });
}

describe('a view', () => {
  it('has the documented fields in the documented order', () => {
    expect(Object.keys(view())).toEqual([
      'id',
      'shortId',
      'nativeId',
      'agent',
      'title',
      'titleSource',
      'project',
      'cwd',
      'branch',
      'models',
      'mode',
      'effort',
      'startedAt',
      'updatedAt',
      'endedAt',
      'status',
      'archived',
      'pinned',
      'deleted',
      'purged',
      'headless',
      'counts',
      'tokens',
      'sortAt',
      'timeSuspect',
      'parent',
      'forkedAt',
      'ancestors',
      'worktree',
      'worktreeRemoved',
      'trust',
      'retention',
      'sourcePath',
    ]);
  });

  it('prefers the transcript’s own account, and says nothing of what nobody told', () => {
    expect(view()).toMatchObject({
      startedAt: at('08:00'),
      updatedAt: at('15:00'),
      sortAt: at('14:00'),
      cwd: '/home/mira/shed',
      timeSuspect: true,
    });
    const bare = view({ summary: null });
    expect(bare).toMatchObject({
      startedAt: at('10:00'),
      sortAt: at('10:00'),
      cwd: '/home/mira/garden',
      title: null,
      models: [],
    });
    expect(bare.counts).toMatchObject({ prompts: 0, answers: 0, toolErrors: null, errors: null, compactions: null });
    expect(bare.tokens.input).toBeNull();
  });

  it('takes the title of a person before a custom one, and that before what was made up', () => {
    const titled = { ...SUMMARY, title: 'Roses', titleSource: 'custom' } as const;
    const begun = (trust: 'person' | 'untrusted'): ViewParts['state'] => fold(start({ title: 'Begun' }, { trust }));
    const renamed = fold(start({ title: 'Begun' }), event({ type: 'session.renamed', data: { title: 'Named' } }));
    const title = (parts: Partial<ViewParts>): unknown[] => [view(parts).title, view(parts).titleSource];
    expect(title({ state: renamed, summary: titled })).toEqual(['Named', 'person']);
    expect(title({ state: begun('person'), summary: titled })).toEqual(['Begun', 'person']);
    expect(title({ state: begun('untrusted'), summary: titled })).toEqual(['Roses', 'custom']);
    expect(title({ state: begun('untrusted') })).toEqual(['Begun', 'custom']);
    expect(title({})).toEqual(['Where do the roses go', 'prompt']);
  });

  it('is closed until something happens after the end', () => {
    const closed = (clock: string): SessionView =>
      view({ state: fold(start(), event({ type: 'session.closed', data: {} }, { at: at(clock) })) });
    expect(closed('14:00')).toMatchObject({ status: 'closed', endedAt: at('14:00') });
    expect(closed('13:59')).toMatchObject({ status: 'active', endedAt: null });
  });

  it('names its parent, also when that is deleted or was never seen', () => {
    const mother = 'b5c1t8v4x2q9m3k7' as SessionId;
    const state = fold(start({ parent: { session: mother, kind: 'fork', at: 'm7' } }));
    const deleted = given({ type: 'session.deleted', data: {} });
    expect(view({ state, parent: deleted, ancestors: [mother] })).toMatchObject({
      parent: { id: mother, kind: 'fork', deleted: true },
      forkedAt: 'm7',
      ancestors: [mother],
    });
    expect(view({ state }).parent).toEqual({ id: mother, kind: 'fork', deleted: false });
  });

  it('counts what was captured live only where no transcript is kept, and what happened since one was', () => {
    const live = [
      event({ type: 'prompt.submitted', data: {} as never }),
      event({ type: 'run.completed', data: {} as never }),
      event({ type: 'tool.failed', data: {} as never }),
      event({ type: 'error.recorded', data: {} as never }),
    ];
    const captured = { prompts: 1, answers: 1, toolCalls: 1, errors: 1 };
    expect(view({ state: fold(start(), ...live), summary: null }).counts).toMatchObject(captured);
    const synced = event({ type: 'transcript.synced', data: { source: { path: '' } } as never });
    const kept = fold(start(), ...live, synced);
    expect(view({ state: kept, children: 2 }).counts).toEqual({ ...SUMMARY.counts, children: 2 });
    const on = fold(
      start(),
      ...live,
      synced,
      event({ type: 'prompt.submitted', data: {} as never }, { at: at('23:30') }),
    );
    const prompts = SUMMARY.counts.prompts + 1;
    expect(view({ state: on, children: 2 }).counts).toEqual({ ...SUMMARY.counts, prompts, children: 2 });
    const late = fold(start(), synced, ...live);
    expect(view({ state: late, children: 2 }).counts).toEqual({ ...SUMMARY.counts, children: 2 });
  });

  it('is a stub unless a person named or pinned it', () => {
    expect(isStub(view({ summary: null }))).toBe(true);
    expect(isStub(view())).toBe(false);
    expect(isStub(view({ summary: null, state: fold(start({}, { trust: 'person' })) }))).toBe(true);
    expect(isStub(view({ summary: null, state: fold(start({ title: 'Beds' }, { trust: 'person' })) }))).toBe(false);
    expect(isStub(view({ summary: null, state: given({ type: 'session.renamed', data: { title: 'Beds' } }) }))).toBe(
      false,
    );
    expect(isStub(view({ summary: null, state: given({ type: 'session.pinned', data: {} }) }))).toBe(false);
  });
});

describe('a run without a person in front of it', () => {
  it('is background, like a subagent and unlike a fork', () => {
    const child = (kind: 'subagent' | 'fork'): ViewParts['state'] => fold(start({ parent: { session: GARDEN, kind } }));
    expect(isBackground(view({ state: child('subagent') }))).toBe(true);
    expect(isBackground(view({ state: child('fork') }))).toBe(false);
    expect(isBackground(view({ summary: { ...SUMMARY, headless: true } }))).toBe(true);
  });
});
