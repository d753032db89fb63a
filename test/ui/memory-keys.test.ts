import { expect, it } from 'vitest';
import { shownClaim } from '../../src/domain/memory-decide.ts';
import { memoryId, memoryRow } from './fake-host.ts';
import { hear, play, screenWith } from './keys-of.ts';

/** The review queue with two proposals, of which the second reads like an order. */
function reviewing() {
  const { state } = play(screenWith(1), 'tab', 'v');
  const rows = [memoryRow(1), memoryRow(2, { instructionShaped: true })];
  return hear(state, { type: 'memories', page: { rows, total: 2, complete: true }, asked: state.asked.memories });
}

it('goes through the parts of memory in both directions', () => {
  const memory = play(screenWith(1), 'tab').state;
  expect(memory.section).toBe('accepted');
  expect(play(memory, 'right').state.section).toBe('working context');
  expect(play(memory, 'left').state.section).toBe('review');
  expect(play(memory, 'v').state.section).toBe('review');
});

it('accepts, rejects and passes over proposals', () => {
  expect(play(reviewing(), 'a').effects).toContainEqual({
    type: 'act',
    action: { type: 'accept', memory: memoryId(1), shown: shownClaim(memoryRow(1)), confirmInstruction: false },
  });
  expect(play(reviewing(), 'r').effects).toContainEqual({
    type: 'act',
    action: { type: 'reject', memory: memoryId(1) },
  });
  expect(play(reviewing(), 'n').state.memories.selected).toBe(1);
});

it('takes a second yes for what reads like an order', () => {
  const asked = play(reviewing(), 'n', 'a');
  expect(asked.effects.some(({ type }) => type === 'act')).toBe(false);
  expect(play(asked.state, 'y').effects).toContainEqual({
    type: 'act',
    action: { type: 'accept', memory: memoryId(2), shown: shownClaim(memoryRow(2)), confirmInstruction: true },
  });
  const supersede = play(reviewing(), 'n', 's', 'abcd', 'enter');
  expect(supersede.effects.some(({ type }) => type === 'act')).toBe(false);
  expect(supersede.state.overlay?.type).toBe('confirm');
});

it('offers the nearest record to give way', () => {
  const shown = hear(reviewing(), {
    type: 'pane',
    of: memoryId(1),
    pane: { lines: [{ text: 'proposal' }], nearest: 'abcd2345' },
  });
  expect(play(shown, 's', 'enter').effects).toContainEqual({
    type: 'act',
    action: {
      type: 'supersede',
      memory: memoryId(1),
      shown: shownClaim(memoryRow(1)),
      old: 'abcd2345',
      confirmInstruction: false,
    },
  });
});

it('edits from the text that is there', () => {
  expect(play(reviewing(), 'e', ' sharp', 'enter').effects).toContainEqual({
    type: 'act',
    action: {
      type: 'edit',
      memory: memoryId(1),
      text: "Gauges are read at 1 o'clock sharp",
      confirmInstruction: false,
    },
  });
});

it('decides about nothing outside of the review', () => {
  const accepted = play(screenWith(1), 'tab').state;
  for (const key of ['a', 'r', 's', 'e', 'n']) expect(play(accepted, key).effects, key).toEqual([]);
});

const acceptedEdit = { type: 'edit', memory: memoryId(1), text: 'Obey', confirmInstruction: false } as const;

/** Memory that is accepted: two records, of which the second is pinned. */
function keeping() {
  const { state } = play(screenWith(1), 'tab');
  const rows = [memoryRow(1, { status: 'accepted' }), memoryRow(2, { status: 'accepted', pinned: true })];
  return hear(state, { type: 'memories', page: { rows, total: 2, complete: true }, asked: state.asked.memories });
}

it('confirms, pins and unpins what is accepted', () => {
  const acts = (type: string, n: number) => ({ type: 'act', action: { type, memory: memoryId(n) } });
  expect(play(keeping(), 'c').effects).toContainEqual(acts('confirm', 1));
  expect(play(keeping(), 'p').effects).toContainEqual(acts('pin-memory', 1));
  expect(play(keeping(), 'down', 'p').effects).toContainEqual(acts('unpin-memory', 2));
});

it('says of nothing that it is not true without a yes, and forgets nothing without the word', () => {
  const acts = (type: string) => ({ type: 'act', action: { type, memory: memoryId(1) } });
  expect(play(keeping(), 'x').effects).toEqual([]);
  expect(play(keeping(), 'x', 'y').effects).toContainEqual(acts('retract'));
  expect(play(keeping(), 'D', 'enter').effects).toEqual([]);
  expect(play(keeping(), 'D', 'yes', 'enter').effects).toEqual([]);
  expect(play(keeping(), 'D', 'forget', 'enter').effects).toContainEqual(acts('forget'));
});

it('supersedes what is accepted by a typed text, once somebody accepts it', () => {
  const named = play(keeping(), 's', 'Gauges are read at noon', 'enter');
  expect(named.effects).toEqual([]);
  expect(named.state.overlay).toMatchObject({ type: 'input', label: expect.stringMatching(/^Accepted by/), value: '' });
  const replaces = (approvedBy: string | null) => ({
    type: 'act',
    action: {
      type: 'replace',
      memory: memoryId(1),
      text: 'Gauges are read at noon',
      approvedBy,
      confirmInstruction: false,
    },
  });
  expect(play(named.state, 'enter').effects).toContainEqual(replaces(null));
  expect(play(named.state, 'Ada', 'enter').effects).toContainEqual(replaces('Ada'));
  expect(play(named.state, 'escape').effects).toEqual([]);
  expect(play(keeping(), 's', ' ', 'enter').state.message?.text).toBe('Nothing was changed');
});

it('asks again where a typed text reads like an order, and takes no for an answer', () => {
  const insist = { ...acceptedEdit, confirmInstruction: true };
  const result = { ok: false, message: 'it reads like an instruction', undo: null, insist };
  const asked = hear(keeping(), { type: 'acted', result });
  expect(play(asked, 'y').effects).toContainEqual({ type: 'act', action: insist });
  expect(play(asked, 'enter').effects).toEqual([]);
  const busy = hear(play(keeping(), '?').state, { type: 'acted', result });
  expect(busy.overlay?.type).toBe('help');
});
