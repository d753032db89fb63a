import { describe, expect, it } from 'vitest';
import { opaqueKind } from '../../src/domain/opaque-tools.ts';
import { fileAccessOf, isShellTool } from '../../src/events/tool-names.ts';

describe('the name of a tool', () => {
  it.each(['Bash', 'shell_command', 'local_shell_call', 'run_command', 'exec'])(
    '%s is a shell to whoever asks',
    (name) => {
      expect(isShellTool(name)).toBe(true);
      expect(opaqueKind(name)).toBe('shell');
      expect(fileAccessOf(name)).toBeUndefined();
    },
  );

  it.each([
    ['Read', 'read'],
    ['copilot_readFile', 'read'],
    ['MultiEdit', 'edit'],
    ['move_path', 'edit'],
  ] as const)('%s says itself which file it may %s', (name, access) => {
    expect(fileAccessOf(name)).toBe(access);
    expect(opaqueKind(name)).toBeNull();
    expect(isShellTool(name)).toBe(false);
  });

  it('that acts on a command which runs already is opaque, and runs none', () => {
    expect(opaqueKind('write_stdin')).toBe('shell');
    expect(isShellTool('write_stdin')).toBe(false);
  });
});
