import { expect, test } from 'vitest';
import { diffGrant } from '../../src/domain/grant-diff.ts';
import type { CapabilityGrant } from '../../src/events/snapshot-data.ts';
import { grant } from './resume-facts-fixture.ts';

type Grant = Partial<CapabilityGrant>;

const WIDER: readonly (readonly [string, Grant, Grant])[] = [
  ['a rule that allows', {}, { allow: ['Bash(npm test)'] }],
  ['a rule that denies is gone', { deny: ['Read(.env)'] }, {}],
  ['a rule that asks is gone', { ask: ['Bash(git push:*)'] }, {}],
  ['a mode that asks less', { mode: 'default' }, { mode: 'acceptEdits' }],
  ['a mode where there was none', {}, { mode: 'bypassPermissions' }],
  ['a mode that nobody knows', {}, { mode: 'free-for-all' }],
  ['approvals of Codex', { agent: 'codex', mode: 'on-request' }, { agent: 'codex', mode: 'never' }],
  ['a sandbox that lets more through', { sandbox: 'read-only' }, { sandbox: 'danger-full-access' }],
  ['a sandbox switched off', { sandbox: 'on {"x":1}' }, { sandbox: 'off' }],
  ['a sandbox taken away', { agent: 'gemini', sandbox: 'docker' }, { agent: 'gemini' }],
  ['network', {}, { network: true }],
  ['another folder', {}, { folders: ['/home/ada'] }],
];

test.each(WIDER)('%s widens what may be done, and taking it back narrows it', (_name, before, after) => {
  const wider = diffGrant(grant(before), grant(after));
  expect([wider.widened.length, wider.narrowed.length]).toEqual([1, 0]);
  const back = diffGrant(grant(after), grant(before));
  expect(back.widened.length + back.narrowed.length).toBe(1);
});

test('a rule that asked and denies now is no widening', () => {
  const { widened } = diffGrant(grant({ ask: ['Bash(rm:*)'] }), grant({ deny: ['Bash(rm:*)'] }));
  expect(widened).toEqual([]);
});

test('the default said aloud is the same', () => {
  expect(diffGrant(grant(), grant({ mode: 'default' }))).toEqual({ widened: [], narrowed: [], programs: [] });
});

test('a sandbox that is off, said in another way, is the same', () => {
  const off = diffGrant(grant(), grant({ sandbox: 'off {"allowUnsandboxedCommands":true}' }));
  expect(off).toEqual({ widened: [], narrowed: [], programs: [] });
});

test('a sandbox switched on only narrows', () => {
  const { widened, narrowed } = diffGrant(grant({ sandbox: 'off' }), grant({ sandbox: 'on' }));
  expect([widened, narrowed]).toEqual([[], ['sandbox off → on']]);
});

test('a program that runs something else is named with its command', () => {
  const program = { kind: 'server', name: 'tides', shown: 'npx tides', digest: 'd1' } as const;
  const before = grant({ programs: [program] });
  const after = grant({ programs: [{ ...program, shown: 'npx tides@2', digest: 'd2' }] });
  expect(diffGrant(before, after).programs).toEqual(['changed server tides: npx tides@2']);
  expect(diffGrant(before, grant()).narrowed).toEqual(['no more server tides']);
});
