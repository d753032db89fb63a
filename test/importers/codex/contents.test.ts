import { describe, expect, it } from 'vitest';
import { gatherCodexContents } from '../../../src/importers/codex/contents.ts';

function line(type: string, payload: unknown, minute = 0) {
  return { timestamp: `2026-03-01T09:${String(minute).padStart(2, '0')}:00.000Z`, type, payload };
}

function patch(changes: unknown, more = {}) {
  return line('event_msg', { type: 'patch_apply_end', call_id: 'c', success: true, changes, ...more }, 5);
}

function gather(...records: readonly unknown[]) {
  const gatherer = gatherCodexContents((content) => `<${content}>`);
  for (const record of records) gatherer.add(record);
  return gatherer.finish();
}

describe('files that patches of Codex touch', () => {
  it('are known whole when they were added, in both forms, and otherwise only as changed', () => {
    const at = '2026-03-01T09:05:00.000Z';
    const changes = {
      '/w/garden/new.ts': { type: 'add', content: 'roses\n' },
      '/w/garden/old.ts': { add: { content: 'tulips\n' } },
      '/w/garden/bed.ts': { type: 'update', unified_diff: '@@', move_path: null },
      '/w/garden/from.ts': { type: 'update', unified_diff: '@@', move_path: '/w/garden/to.ts' },
      'pots.ts': { type: 'add', content: '' },
    };
    expect(gather(line('session_meta', { id: 's', cwd: '/w/garden' }), patch(changes))).toEqual([
      { path: '/w/garden/new.ts', access: 'write', digest: '<roses\n>', at },
      { path: '/w/garden/old.ts', access: 'write', digest: '<tulips\n>', at },
      { path: '/w/garden/bed.ts', access: 'write', at },
      { path: '/w/garden/to.ts', access: 'write', at },
      { path: '/w/garden/pots.ts', access: 'write', digest: '<>', at },
    ]);
  });

  it('are not touched by a patch that failed, nor by odd records', () => {
    const changes = { '/w/garden/new.ts': { type: 'add', content: 'x' } };
    expect(
      gather(patch(changes, { success: false }), patch('x'), patch(null), null, 'x', line('event_msg', {})),
    ).toEqual([]);
  });
});
