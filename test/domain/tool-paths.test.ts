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

  it('names every path of a call that reads, edits or moves several', () => {
    expect(toolPaths('read_multiple_files', { paths: ['a.ts', 'b.ts', 7] })).toEqual([
      { path: 'a.ts', access: 'read' },
      { path: 'b.ts', access: 'read' },
    ]);
    const replacements = [{ filePath: 'a.ts' }, { filePath: 'a.ts' }, { filePath: 'b.ts' }];
    expect(toolPaths('multi_replace_string_in_file', { replacements }).map(({ path }) => path)).toEqual([
      'a.ts',
      'b.ts',
    ]);
    expect(toolPaths('move_path', { source_path: 'a.ts', destination_path: 'b.ts' })).toEqual([
      { path: 'a.ts', access: 'edit' },
      { path: 'b.ts', access: 'edit' },
    ]);
  });

  it('tells reading from editing where an argument of the tool says which', () => {
    expect(toolPaths('str_replace_editor', { command: 'view', path: 'a.ts' })).toEqual([
      { path: 'a.ts', access: 'read' },
    ]);
    expect(toolPaths('str_replace_editor', { command: 'create', path: 'a.ts' })).toEqual([
      { path: 'a.ts', access: 'edit' },
    ]);
  });
});
