import { describe, expect, test } from 'vitest';
import { aboutCall } from '../../src/domain/tool-about.ts';

describe('what a tool call was about', () => {
  test.each([
    ['a command', { command: 'npm test\n  --quiet', description: 'Runs the tests' }, 'npm test --quiet'],
    ['a pattern before the path it was searched in', { path: '/w/shop', pattern: 'basket' }, 'basket'],
    ['a path', { file_path: '/w/shop/pay.ts', content: 'x' }, '/w/shop/pay.ts'],
    ['nothing that tells', { todos: [] }, null],
    ['no object', 'text', null],
    ['a command that is no text', { command: 3 }, null],
  ])('%s', (_name, input, about) => {
    expect(aboutCall(input)).toBe(about);
  });

  test('is cut between characters', () => {
    expect(aboutCall({ command: `${'a'.repeat(199)}👍` })).toBe('a'.repeat(199));
  });
});

describe('what a call of a shell or a patch was about', () => {
  test('is the command that a shell is told to run, or the words of a command', () => {
    expect(aboutCall({ command: ['bash', '-lc', 'sow --bed 3'] })).toBe('sow --bed 3');
    expect(aboutCall({ command: ['/bin/zsh', '-c', 'ls'] })).toBe('ls');
    expect(aboutCall({ command: ['git', 'status', '--short'] })).toBe('git status --short');
    expect(aboutCall({ command: [], path: 'beds.ts' })).toBe('beds.ts');
  });

  test('is the files of a patch', () => {
    expect(aboutCall('*** Begin Patch\n*** Update File: beds.ts\n@@\n+peas\n*** End Patch')).toBe('beds.ts');
    expect(aboutCall('just words')).toBeNull();
  });
});
