import { describe, expect, it } from 'vitest';
import { type CommandNames, resolveCommandLine } from '../../../src/cli/command-line.ts';
import { LoomError } from '../../../src/kernel/loom-error.ts';

const NAMES: CommandNames = {
  commands: ['import', 'sessions:list', 'sessions:show', 'status', 'help'],
  topics: ['sessions'],
  valued: () => new Set(['--project', '-n']),
};

function resolve(line: string) {
  return resolveCommandLine(line === '' ? [] : line.split(' '), NAMES);
}

function refusal(line: string): LoomError {
  try {
    resolve(line);
  } catch (error) {
    if (error instanceof LoomError) return error;
  }
  throw new Error(`${line} was not refused`);
}

describe('finding the command in a command line', () => {
  it('takes the words of a command and leaves the rest to it', () => {
    expect(resolve('sessions show abc --json')).toEqual({
      kind: 'command',
      id: 'sessions:show',
      argv: ['abc', '--json'],
    });
  });

  it('finds the words wherever flags stand, and keeps the flags', () => {
    expect(resolve('--json sessions --project loom list -q')).toEqual({
      kind: 'command',
      id: 'sessions:list',
      argv: ['--json', '--project', 'loom', '-q'],
    });
  });

  it('does not take the value of a flag for a command', () => {
    expect(resolve('-n status sessions list')).toEqual({
      kind: 'command',
      id: 'sessions:list',
      argv: ['-n', 'status'],
    });
    expect(resolve('--project=status sessions list')).toMatchObject({ id: 'sessions:list' });
  });

  it('stops at a double dash', () => {
    expect(resolve('sessions show -- --help')).toEqual({
      kind: 'command',
      id: 'sessions:show',
      argv: ['--', '--help'],
    });
  });

  it('answers help for nothing, a topic, -h and --help', () => {
    expect(resolve('')).toEqual({ kind: 'help', subject: [] });
    expect(resolve('sessions')).toEqual({ kind: 'help', subject: ['sessions'] });
    expect(resolve('sessions list -h')).toEqual({ kind: 'help', subject: ['sessions', 'list'] });
    expect(resolve('--help sessions show')).toEqual({ kind: 'help', subject: ['sessions', 'show'] });
  });

  it('answers the version only when it is asked first', () => {
    expect(resolve('--version')).toEqual({ kind: 'version' });
    expect(resolve('status --version')).toMatchObject({ kind: 'command', id: 'status' });
  });

  it('suggests the nearest command, with its topic', () => {
    expect(refusal('sessions lst')).toMatchObject({
      kind: 'usage',
      code: 'unknown-command',
      hints: ['did you mean: loom sessions list', 'loom help sessions'],
    });
    expect(refusal('sesions list').hints[0]).toBe('did you mean: loom sessions list');
    expect(refusal('sttaus').hints[0]).toBe('did you mean: loom status');
    expect(refusal('sesions').hints[0]).toBe('did you mean: loom sessions');
  });

  it('suggests nothing that is far away, and never runs a guess', () => {
    expect(refusal('frobnicate').hints).toEqual(['loom help']);
    expect(refusal('sess').hints).toEqual(['did you mean: loom sessions', 'loom help']);
  });

  it('refuses an unknown flag of loom itself', () => {
    expect(refusal('--verison')).toMatchObject({
      code: 'unknown-flag',
      hints: ['did you mean: loom --version', 'loom help'],
    });
  });
});
