import { expect, it } from 'vitest';
import { findPlace, type KnownCommands } from '../../../src/cli/complete/cursor-place.ts';
import { suggest } from '../../../src/cli/complete/suggestions.ts';

const flag = (name: string, valued: boolean, options: readonly string[] = [], char = '') => ({
  name,
  char,
  valued,
  summary: `about ${name}`,
  options,
});

const COMMANDS: KnownCommands = {
  import: { summary: 'Import.', flags: [flag('agent', true)], args: ['agent', 'path'] },
  'sessions:show': { summary: 'Show.', flags: [flag('full', false), flag('project', true)], args: ['handle'] },
  'sessions:export': {
    summary: 'Export.',
    flags: [flag('format', true, ['markdown', 'json']), flag('output', true, [], 'o')],
    args: ['handle'],
  },
  'sessions:rename': { summary: 'Rename.', flags: [], args: ['handle', 'title'] },
  'memory:accept': { summary: 'Accept.', flags: [], args: ['id'] },
};

const placeOf = (...words: readonly string[]) => findPlace(COMMANDS, words).place;
const suggested = (...words: readonly string[]) => suggest(COMMANDS, placeOf(...words));
const values = (...words: readonly string[]) => {
  const found = suggested(...words);
  return found.kind === 'words' ? found.words.map(({ value }) => value) : found;
};

it('offers topics and commands first, then the commands of the topic', () => {
  expect(values('')).toEqual(['import', 'sessions', 'memory']);
  expect(values('sessions', 'sh')).toEqual(['show', 'export', 'rename']);
  expect(values('nothing', '')).toEqual([]);
});

it('offers flags of the command and nothing else after a dash', () => {
  expect(values('sessions', 'show', '--')).toEqual(['--full', '--project']);
  expect(placeOf('sessions', 'show', '--', '--f')).toMatchObject({ kind: 'argument' });
});

it('offers the values of a flag, in each way that it may be written', () => {
  expect(values('sessions', 'export', '--format', '')).toEqual(['markdown', 'json']);
  expect(values('sessions', 'export', '--format=js')).toEqual(['markdown', 'json']);
  expect(values('sessions', 'export', '--format', '=', 'js')).toEqual(['markdown', 'json']);
  expect(suggested('sessions', 'export', '-o', '')).toEqual({ kind: 'files' });
  expect(suggested('sessions', 'show', '--project', '')).toEqual({ kind: 'stored', names: 'projects' });
});

it('asks the store for sessions, records and projects where they belong', () => {
  expect(suggested('sessions', 'show', '')).toEqual({ kind: 'stored', names: 'sessions' });
  expect(suggested('sessions', 'export', 'abcd', '')).toEqual({ kind: 'stored', names: 'sessions' });
  expect(suggested('memory', 'accept', '')).toEqual({ kind: 'stored', names: 'memories' });
  expect(values('sessions', 'rename', 'abcd', '')).toEqual([]);
});

it('counts values of flags for no arguments', () => {
  expect(placeOf('import', '--agent', 'codex', '')).toMatchObject({ kind: 'argument', others: [] });
  expect(suggested('import', 'codex', '')).toEqual({ kind: 'files' });
});
