import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { methods, type RequestPermissionResponse } from '@agentclientprotocol/sdk';
import { describe, expect, it, vi } from 'vitest';
import { listIn, succeed } from '../cli/support/case-answers.ts';
import { type JournalLine, journalLines } from '../cli/support/case-files.ts';
import { loom, openSandbox, type Sandbox } from '../cli/support/case-sandbox.ts';
import { PATIENCE } from '../support/patience.ts';
import { type Editor, openEditor } from './acp-lab.ts';

const AGENT = fileURLToPath(new URL('./fake-agent.mjs', import.meta.url));
const KEY = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`;

const chosen = (optionId: string): RequestPermissionResponse => ({ outcome: { outcome: 'selected', optionId } });

interface FrontOptions {
  readonly name?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly permit?: () => RequestPermissionResponse;
}

function openFront(box: Sandbox, { name = 'fake-agent', args = [], ...rest }: FrontOptions = {}): Promise<Editor> {
  return openEditor(box, { args: [...args, '--', process.execPath, AGENT, name], ...rest });
}

async function newSession({ agent }: Editor, box: Sandbox): Promise<string> {
  return (await agent.request(methods.agent.session.new, { cwd: box.work, mcpServers: [] })).sessionId;
}

function prompt({ agent }: Editor, sessionId: string, ...lines: string[]) {
  return agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text: lines.join('\n') }] });
}

const lines = (box: Sandbox): readonly JournalLine[] =>
  journalLines(box.store).filter(({ type }) => !/^(?:snapshot|project|transcript|journal)\./.test(type));
const types = (box: Sandbox) => lines(box).map(({ type }) => type);

describe('loom acp before an agent', () => {
  it('passes a conversation on and records prompt, calls, permission, plan, answer and end', async () => {
    const box = openSandbox();
    const file = join(box.work, 'tide.ts');
    writeFileSync(file, 'datum');
    const editor = await openFront(box, { permit: () => chosen('always') });
    const session = await newSession(editor, box);
    const steps = [
      'plan measure mend',
      'say I look.',
      `call c1 edit pending ${file}`,
      'ask c1',
      'end c1 in_progress',
      'end c1 completed',
      'plan measure mend',
      'call c2 execute in_progress npm test',
      'end c2 failed',
      'say It is',
      'say  mended.',
    ];
    expect(await prompt(editor, session, `mend it ${KEY}`, ...steps)).toEqual({ stopReason: 'end_turn' });
    expect(editor.updates.length).toBe(10);
    expect(editor.asked).toEqual(['c1']);
    expect(await editor.close()).toEqual({ code: 0, signal: null });
    expect(types(box)).toEqual([
      'session.started',
      'prompt.submitted',
      'plan.prepared',
      'tool.requested',
      'tool.approved',
      'tool.started',
      'tool.completed',
      'tool.requested',
      'tool.started',
      'tool.failed',
      'validation.completed',
      'run.completed',
      'session.closed',
    ]);
    const by = { kind: 'acp', agent: 'acp', version: '3.1.4' };
    const [started, asked, plan, , approved, , completed, , , , checked, done, closed] = lines(box);
    expect(started).toMatchObject({
      by: { kind: 'acp', agent: 'acp' },
      data: { nativeId: 'fake-agent:tide-1', where: { cwd: box.work } },
    });
    expect(asked).toMatchObject({ by, trust: 'untrusted', data: { kind: 'plain' } });
    expect(plan?.data).toEqual({ steps: 2, digest: expect.any(String) });
    expect(approved?.data).toEqual({ callId: 'c1', name: 'edit', approvedBy: 'unknown', rule: 'allow_always' });
    expect(completed?.data).toMatchObject({
      callId: 'c1',
      durationMs: expect.any(Number),
      touched: [{ path: file, access: 'write', digest: expect.any(String) }],
    });
    expect(checked?.data).toMatchObject({ callId: 'c2', check: 'tests', outcome: 'failed' });
    expect(done?.data).toMatchObject({ text: 'It is mended.' });
    expect(closed?.data).toEqual({ reason: 'agent ended' });
    const whole = JSON.stringify(journalLines(box.store));
    expect(whole).not.toContain(KEY);
    expect(whole).not.toContain('what it returned');
    expect(whole).not.toContain('something');
  });

  it('records each answer to a permission, and that a person stopped a run with its open calls', async () => {
    const box = openSandbox();
    const answers = [chosen('yes'), chosen('no'), { outcome: { outcome: 'cancelled' as const } }];
    const editor = await openFront(box, { permit: () => answers.shift() ?? chosen('no') });
    const session = await newSession(editor, box);
    await prompt(editor, session, 'ask a1', 'ask a2', 'ask a3', 'call a4 other in_progress', 'stop cancelled');
    await editor.close();
    const told = lines(box).map(({ type, data }) => [type, data['callId'] ?? data['reason']]);
    expect(told).toEqual([
      ['session.started', undefined],
      ['prompt.submitted', undefined],
      ['tool.requested', 'a1'],
      ['tool.approved', 'a1'],
      ['tool.requested', 'a2'],
      ['tool.denied', 'a2'],
      ['tool.requested', 'a3'],
      ['tool.requested', 'a4'],
      ['tool.started', 'a4'],
      ['run.interrupted', 'user'],
      ['session.closed', 'agent ended'],
    ]);
    expect(lines(box)[9]?.data['callIds']).toEqual(['a1', 'a2', 'a3', 'a4']);
  });

  it('records nothing of what an agent tells again when it loads a session, and that the session goes on', async () => {
    const box = openSandbox();
    const editor = await openFront(box);
    await newSession(editor, box);
    const load = { sessionId: 'tide-old', cwd: box.work, mcpServers: [] };
    await editor.agent.request(methods.agent.session.load, load);
    await prompt(editor, 'tide-old', 'say now');
    await editor.close();
    expect(types(box)).toEqual([
      'session.started',
      'session.reloaded',
      'prompt.submitted',
      'run.completed',
      'session.closed',
    ]);
    expect(lines(box)[3]?.data).toMatchObject({ text: 'now' });
  });

  it('gives a known agent its own sessions: what its transcript and its hooks tell of them is one fact', async () => {
    const box = openSandbox();
    const editor = await openFront(box, { name: '@zed-industries/claude-code-acp' });
    const session = await newSession(editor, box);
    await prompt(editor, session, 'call c1 other completed');
    await vi.waitFor(() => expect(types(box)).toContain('run.completed'), PATIENCE);
    const hook = (hook_event_name: string, more: object) => {
      const payload = { hook_event_name, session_id: session, cwd: box.work, ...more };
      const env = { LOOM_ACP: '1', LOOM_CAPTURE_SYNC: 'false' };
      succeed(box, ['hook', 'claude-code'], { input: JSON.stringify(payload), env });
    };
    hook('UserPromptSubmit', { prompt: 'call c1 other completed', prompt_id: 'p1' });
    hook('PostToolUse', { tool_use_id: 'c1', tool_name: 'Task', tool_input: {}, tool_response: {} });
    hook('Stop', { last_assistant_message: 'done' });
    expect(listIn(box, box.work)).toMatchObject([
      { agent: 'claude-code', nativeId: 'tide-1', counts: { prompts: 1, toolCalls: 1, answers: 1 } },
    ]);
    await editor.close();
    hook('UserPromptSubmit', { prompt: 'and on', prompt_id: 'p2' });
    expect(listIn(box, box.work)).toMatchObject([{ counts: { prompts: 2 } }]);
  });

  it('leaves no trace of a session in which nothing happened, nor where recording is switched off', async () => {
    const box = openSandbox();
    const idle = await openFront(box);
    await newSession(idle, box);
    await idle.close();
    expect(types(box)).toEqual([]);
    const off = await openFront(box, { env: { LOOM_DISABLED: '1' } });
    expect(await prompt(off, await newSession(off, box), 'say hello')).toEqual({ stopReason: 'end_turn' });
    await off.close();
    expect(types(box)).toEqual([]);
  });

  it('ends as its agent ends: by its code, by its signal, and at the word of its client', async () => {
    const box = openSandbox();
    const failing = await openFront(box);
    const gone = prompt(failing, await newSession(failing, box), 'say bye', 'exit 7').catch(() => 'gone');
    expect(await failing.ended).toEqual({ code: 7, signal: null });
    expect(await gone).toBe('gone');
    const killed = await openFront(box);
    void prompt(killed, await newSession(killed, box), 'die SIGKILL').catch(() => undefined);
    expect(await killed.ended).toEqual({ code: null, signal: 'SIGKILL' });
    const told = await openFront(box);
    await newSession(told, box);
    told.child.kill('SIGTERM');
    expect(await told.ended).toEqual({ code: null, signal: 'SIGTERM' });
  });

  it('says what to do when the agent cannot be started', () => {
    const box = openSandbox();
    const run = loom(box, ['acp', '--', join(box.root, 'no-such-agent'), '--json', '--help']);
    expect([run.code, run.stdout]).toEqual([4, '']);
    expect(run.stderr).toContain('could not be started: ENOENT');
    expect(run.stderr).toContain('Hint: name the program of an agent');
  });
});
