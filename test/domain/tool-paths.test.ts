import { describe, expect, it } from 'vitest';
import { toolPaths } from '../../src/domain/tool-paths.ts';

const PATCH = [
  '*** Begin Patch',
  '*** Add File: src/seeds.ts',
  '+export const seeds = 3;',
  '*** Update File: src/beds.ts',
  '*** Move to: src/plots.ts',
  '@@',
  '-*** Update File: not a header',
  '*** Delete File: old notes.md',
  '*** End Patch',
].join('\n');

const FILES = ['src/seeds.ts', 'src/beds.ts', 'src/plots.ts', 'old notes.md'].map((path) => ({ path, access: 'edit' }));

describe('the files a tool call touches', () => {
  it('are told apart into read and edited', () => {
    expect(toolPaths('Read', { file_path: 'beds.ts' })).toEqual([{ path: 'beds.ts', access: 'read' }]);
    expect(toolPaths('edit', { path: 'beds.ts' })).toEqual([{ path: 'beds.ts', access: 'edit' }]);
    expect(toolPaths('write', { path: 'beds.ts', content: 'x' })).toEqual([{ path: 'beds.ts', access: 'edit' }]);
  });

  it('are those that a patch names, wherever the patch stands', () => {
    expect(toolPaths('apply_patch', PATCH)).toEqual(FILES);
    expect(toolPaths('apply_patch', { input: PATCH })).toEqual(FILES);
    expect(toolPaths('shell', { command: ['apply_patch', PATCH] })).toEqual(FILES);
    expect(toolPaths('exec_command', { cmd: `apply_patch <<'EOF'\n${PATCH}\nEOF` })).toEqual(FILES);
  });

  it('are none for a shell, a search, or a text that is no patch', () => {
    expect(toolPaths('exec_command', { cmd: 'cat beds.ts' })).toEqual([]);
    expect(toolPaths('Grep', { pattern: 'peas', path: 'src' })).toEqual([]);
    expect(toolPaths('apply_patch', '*** Update File: beds.ts')).toEqual([]);
    expect(toolPaths('Read', { file_path: '' })).toEqual([]);
  });
});
