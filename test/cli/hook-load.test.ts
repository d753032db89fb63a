import { expect, it } from 'vitest';
import { openSandbox } from './support/case-sandbox.ts';
import { modulesLoaded } from './support/loaded-modules.ts';

it('a hook call loads nothing of Node beyond what hashing needs, once its code cache is there', () => {
  const box = openSandbox();
  const prompt = JSON.stringify({
    session_id: '6b1f6a30-64c4-4a39-8e0c-1d5a2a3f7e10',
    cwd: box.work,
    hook_event_name: 'UserPromptSubmit',
    prompt: 'Raise the tide',
  });
  const names = modulesLoaded(box, ['hook', 'claude-code'], { input: prompt, env: { LOOM_CAPTURE_SYNC: 'off' } });
  expect(names).toContain('crypto');
  const costly = ['child_process', 'http', 'module', 'net', 'perf_hooks', 'timers/promises', 'tty', 'v8', 'zlib'];
  expect(names.filter((name) => costly.includes(name))).toEqual([]);
});
