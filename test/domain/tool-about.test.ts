import { describe, expect, test } from 'vitest';
import { aboutCall } from '../../src/domain/tool-about.ts';

describe('what a tool call was about', () => {
  test.each([
    ['a command', { command: 'npm test\n  --quiet', description: 'Runs the tests' }, 'npm test --quiet'],
    ['a pattern before the path it was searched in', { path: '/w/shop', pattern: 'basket' }, 'basket'],
    ['a path', { file_path: '/w/shop/pay.ts', content: 'x' }, '/w/shop/pay.ts'],
    ['nothing that tells', { todos: [] }, null],
    ['no object', 'text', null],
    ['a command that is no text', { command: ['ls'] }, null],
  ])('%s', (_name, input, about) => {
    expect(aboutCall(input)).toBe(about);
  });

  test('is cut between characters', () => {
    expect(aboutCall({ command: `${'a'.repeat(199)}👍` })).toBe('a'.repeat(199));
  });
});
