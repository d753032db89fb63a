import { describe, expect, it } from 'vitest';
import { claudeFacts } from '../../../src/importers/claude-code/facts.ts';
import { claudePlaces } from '../../../src/importers/claude-code/places.ts';

describe('facts of a record', () => {
  it('take the uuid as key, and never the message a snapshot speaks of', () => {
    expect(claudeFacts({ type: 'user', uuid: 'u1', timestamp: '2026-03-01T09:00:00Z' })).toEqual({
      key: 'u1',
      at: '2026-03-01T09:00:00.000Z',
      type: 'user',
      known: true,
    });
    expect(claudeFacts({ type: 'file-history-snapshot', messageId: 'u1' })).not.toHaveProperty('key');
  });

  it('bear records without type, and name unknown types', () => {
    expect(claudeFacts({ silly: true })).toMatchObject({ type: '(none)', known: false });
    expect(claudeFacts({ type: 'novel-kind' })).toMatchObject({ type: 'novel-kind', known: false });
    expect(claudeFacts({ type: '__proto__' })).toMatchObject({ known: false });
  });
});

describe('the places of Claude Code', () => {
  it('are under its own variable, else under the home folder', () => {
    expect(claudePlaces({ HOME: '/home/ada', CLAUDE_CONFIG_DIR: '/cfg' })).toEqual(['/cfg/projects']);
    expect(claudePlaces({ HOME: '/home/ada' })).toEqual(['/home/ada/.claude/projects']);
    expect(claudePlaces({})).toEqual([]);
  });
});
