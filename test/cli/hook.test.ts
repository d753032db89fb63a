import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listAll } from './support/case-answers.ts';
import { filesHolding, journalLines } from './support/case-files.ts';
import { loom, loomAsync, openSandbox, type Sandbox } from './support/case-sandbox.ts';

const SESSION = '6b1f6a30-64c4-4a39-8e0c-1d5a2a3f7e10';
/** Built at run time, so that no scanner takes this file for a leak. */
const BODY = 'Q7mZ2kP9xW4vB8nR3tY6uL1dF5gH0jS2aC4e';

function payload(box: Sandbox, parts: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ session_id: SESSION, cwd: box.work, ...parts });
}

function send(box: Sandbox, word: string, parts: Readonly<Record<string, unknown>>): void {
  const run = loom(box, ['hook', word], { input: payload(box, parts), env: { LOOM_CAPTURE_SYNC: 'off' } });
  expect([run.code, run.stdout, run.stderr]).toEqual([0, '', '']);
}

const typesOf = (box: Sandbox) => journalLines(box.store).map(({ type }) => type);

describe('loom hook', () => {
  it('records a day of a session as typed events, and the session is listed', () => {
    const box = openSandbox();
    const file = join(box.work, 'tide.ts');
    writeFileSync(file, 'export const tide = 2;\n');
    const call = { tool_use_id: 'toolu_1', tool_name: 'Edit', tool_input: { file_path: file } };
    const check = { tool_use_id: 'toolu_2', tool_name: 'Bash', tool_input: { command: 'npm test' } };
    send(box, 'claude-code', { hook_event_name: 'SessionStart', source: 'startup' });
    send(box, 'claude-code', { hook_event_name: 'UserPromptSubmit', prompt: 'Raise the tide' });
    send(box, 'claude-code', { hook_event_name: 'PostToolUse', ...call, duration_ms: 12 });
    send(box, 'claude-code', { hook_event_name: 'PostToolUseFailure', ...check, error: 'exit 1' });
    send(box, 'claude-code', { hook_event_name: 'Stop', last_assistant_message: 'The tide is 2.' });
    send(box, 'claude-code', { hook_event_name: 'SessionEnd', reason: 'logout' });
    expect(typesOf(box)).toEqual([
      'session.started',
      'snapshot.taken',
      'session.started',
      'prompt.submitted',
      'tool.completed',
      'tool.failed',
      'validation.completed',
      'snapshot.taken',
      'run.completed',
      'snapshot.taken',
      'session.closed',
      'snapshot.taken',
    ]);
    const touched = journalLines(box.store).find(({ type }) => type === 'tool.completed')?.data['touched'];
    expect(touched).toEqual([{ path: file, access: 'write', digest: expect.any(String) }]);
    expect(listAll(box)).toMatchObject([{ nativeId: SESSION, agent: 'claude-code', counts: { prompts: 1 } }]);
  });

  it('keeps no secret, wherever a payload holds it', () => {
    const box = openSandbox();
    const token = `ghp_${BODY}`;
    const call = {
      tool_use_id: `t ${token}`,
      tool_name: `Edit ${token}`,
      tool_input: { file_path: `/srv/${token}/a` },
    };
    const url = `postgres://keeper:${BODY.slice(0, 14)}@db.harbour.test/log`;
    send(box, 'claude-code', { hook_event_name: 'UserPromptSubmit', prompt: `use ${token}`, session_title: token });
    send(box, 'claude-code', { hook_event_name: 'PostToolUse', ...call });
    send(box, 'claude-code', {
      hook_event_name: 'PostToolUse',
      tool_use_id: 'u',
      tool_name: 'Edit',
      tool_input: { file_path: `/srv/${url}/a` },
    });
    send(box, 'claude-code', { hook_event_name: 'Stop', last_assistant_message: `${'long '.repeat(4000)}${token}` });
    send(box, 'claude-code', { hook_event_name: 'SessionEnd', reason: token });
    expect(typesOf(box)).toContain('run.completed');
    expect(filesHolding(box.store, BODY)).toEqual([]);
    expect(filesHolding(box.store, BODY.slice(0, 14))).toEqual([]);
  });

  it('says nothing and exits 0 whatever it gets, and leaves a line without content', () => {
    const box = openSandbox();
    for (const input of ['', 'no json', '[]', '{"a":', `{"session_id":"${BODY}"`, '\u0000'.repeat(1000)]) {
      const run = loom(box, ['hook', 'claude-code'], { input });
      expect([run.code, run.stdout, run.stderr], input).toEqual([0, '', '']);
    }
    expect(loom(box, ['hook', 'nobody'], { input: '{}' })).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const log = [join(box.store, 'loom.log'), join(box.home, '.local', 'state', 'loom', 'loom.log')].find(existsSync);
    const lines = readFileSync(log ?? '', 'utf8')
      .split('\n')
      .slice(0, -1);
    expect(lines.length).toBeGreaterThanOrEqual(6);
    expect(lines.join('\n')).not.toContain(BODY);
  });

  it('works through its command too, flags and all', () => {
    const box = openSandbox();
    const input = payload(box, { hook_event_name: 'UserPromptSubmit', prompt: 'Raise the tide' });
    expect(loom(box, ['hook', 'claude-code', '--quiet'], { input })).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(typesOf(box)).toContain('prompt.submitted');
  });

  it('takes the payload of the notify program as an argument', () => {
    const box = openSandbox();
    const notify = {
      type: 'agent-turn-complete',
      'thread-id': SESSION,
      'turn-id': 'turn-1',
      cwd: box.work,
      'input-messages': ['Raise the tide'],
      'last-assistant-message': 'Raised.',
    };
    const env = { LOOM_CAPTURE_SYNC: 'off' };
    expect(loom(box, ['hook', 'codex-notify', JSON.stringify(notify)], { env })).toMatchObject({ code: 0, stdout: '' });
    expect(typesOf(box)).toEqual(['session.started', 'prompt.submitted', 'run.completed', 'snapshot.taken']);
  });

  it('loses nothing when many run at once', async () => {
    const box = openSandbox();
    const prompts = Array.from({ length: 20 }, (_, i) => `prompt number ${i}`);
    await Promise.all(
      prompts.map((prompt) =>
        loomAsync(box, ['hook', 'claude-code'], {
          input: payload(box, { hook_event_name: 'UserPromptSubmit', prompt }),
        }),
      ),
    );
    listAll(box);
    const kept = journalLines(box.store).flatMap(({ type, data }) =>
      type === 'prompt.submitted' ? [data['text']] : [],
    );
    expect([...kept].sort()).toEqual([...prompts].sort());
    expect(readdirSync(join(box.store, 'spool'))).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('does no harm where the store is unsafe, newer or not to be made', () => {
    const box = openSandbox();
    const input = payload(box, { hook_event_name: 'UserPromptSubmit', prompt: 'Raise the tide' });
    mkdirSync(box.store);
    writeFileSync(join(box.store, 'store.json'), '{"format":99,"id":"x","createdAt":"y"}');
    expect(loom(box, ['hook', 'claude-code'], { input })).toMatchObject({ code: 0, stdout: '', stderr: '' });
    chmodSync(box.store, 0o777);
    expect(loom(box, ['hook', 'claude-code'], { input })).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const file = join(box.root, 'file');
    writeFileSync(file, '');
    const env = { LOOM_HOME: join(file, 'store') };
    expect(loom(box, ['hook', 'claude-code'], { input, env })).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(existsSync(join(box.store, 'journal'))).toBe(false);
  });

  it('records nothing while loom is switched off', () => {
    const box = openSandbox();
    const input = payload(box, { hook_event_name: 'UserPromptSubmit', prompt: 'Raise the tide' });
    const env = { LOOM_DISABLED: '1' };
    expect(loom(box, ['hook', 'claude-code'], { input, env })).toMatchObject({ code: 0, stdout: '' });
    expect(existsSync(box.store)).toBe(false);
  });
});
