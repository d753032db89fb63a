import { join } from 'node:path';
import { methods, type SessionUpdate } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import { importClaude, listIn, succeed } from '../cli/support/case-answers.ts';
import { fingerprint, journalLines } from '../cli/support/case-files.ts';
import { openSandbox, type Sandbox } from '../cli/support/case-sandbox.ts';
import {
  type ClaudeRecord,
  claudeRecords,
  nativeId,
  writeRecords,
  writeSession,
} from '../cli/support/claude-fixture.ts';
import { folderOf, tellSession } from '../mcp/mcp-lab.ts';
import { openEditor } from './acp-lab.ts';

/** Shaped like a key that gives access; belongs to nobody. */
const KEY = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`;

const SAID: readonly (readonly [role: string, content: unknown])[] = [
  ['user', 'Why does the tide table drift?'],
  ['assistant', [{ type: 'thinking', thinking: 'Perhaps the datum.', signature: 's' }]],
  ['assistant', [{ type: 'tool_use', id: 'call-1', name: 'Read', input: { file_path: '/pier/tide.ts' } }]],
  ['user', [{ type: 'tool_result', tool_use_id: 'call-1', content: `datum = ${KEY}`, is_error: false }]],
  ['assistant', [{ type: 'tool_use', id: 'call-2', name: 'Bash', input: { command: 'npm test' } }]],
  ['user', [{ type: 'tool_result', tool_use_id: 'call-2', content: '1 failed', is_error: true }]],
  ['assistant', [{ type: 'text', text: 'The datum is wrong.' }]],
  ['assistant', [{ type: 'text', text: 'I mend it.\u202E' }]],
  ['assistant', [{ type: 'tool_use', id: 'call-3', name: 'Edit', input: { file_path: '/pier/tide.ts' } }]],
];

/** A session with thinking, three calls that ended in three ways, and two answers in a row. */
function tellTide(box: Sandbox): string {
  const plan = { sessionId: nativeId(1), cwd: box.work, pairs: Math.ceil(SAID.length / 2) };
  const records = claudeRecords(plan)
    .slice(0, SAID.length)
    .map((record, index): ClaudeRecord => {
      const [role, content] = SAID[index] as (typeof SAID)[number];
      const message =
        role === 'user' ? { role, content } : { role, content, model: 'm', id: `m${index}`, type: 'message' };
      return { ...record, type: role, message };
    });
  writeRecords(join(box.home, '.claude', 'projects', 'work', `${plan.sessionId}.jsonl`), records);
  importClaude(box);
  return listIn(box, box.work)[0]?.id ?? '';
}

const told = (updates: readonly { readonly update: SessionUpdate }[]) => updates.map(({ update }) => update);

describe('loom acp, asked by an editor', () => {
  it('says what it is: an agent that lists, loads and resumes', async () => {
    const box = openSandbox();
    const { agent } = await openEditor(box);
    const answer = await agent.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities: {} });
    expect(answer).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: 'loom' },
      agentCapabilities: { loadSession: true, sessionCapabilities: { list: {}, resume: {} } },
    });
  });

  it('lists the sessions of the folder’s project by title, newest first, page by page, without empty ones', async () => {
    const box = openSandbox();
    const other = folderOf(box, 'other');
    for (const n of [1, 2, 3, 9]) {
      const [cwd, words] = n === 9 ? [other, 'Elsewhere'] : [box.work, `Paint buoy ${n}`];
      const plan = { sessionId: nativeId(n), cwd, pairs: 1, prompt: () => words };
      writeSession(join(box.home, '.claude', 'projects', 'work'), plan);
    }
    importClaude(box);
    const all = listIn(box, box.work).map(({ id }) => id);
    succeed(box, ['sessions', 'start', '--agent', 'claude-code']);
    succeed(box, ['sessions', 'rename', all[1] ?? '', `Buoy of ${KEY}`]);
    const { agent } = await openEditor(box);
    const { sessions, nextCursor } = await agent.request(methods.agent.session.list, { cwd: box.work });
    expect(nextCursor ?? null).toBeNull();
    expect(sessions.map(({ sessionId }) => sessionId).sort()).toEqual([...all].sort());
    const titles = sessions.map(({ title }) => title ?? '');
    expect(titles).toContain('Paint buoy 1');
    expect(titles.join()).not.toContain(KEY);
    for (const { cwd, updatedAt } of sessions)
      expect([cwd, updatedAt]).toEqual([box.work, expect.stringMatching(/Z$/)]);
    const elsewhere = await agent.request(methods.agent.session.list, { cwd: other });
    expect(elsewhere.sessions.map(({ title }) => title)).toEqual(['Elsewhere']);
    const here = await agent.request(methods.agent.session.list, {});
    expect(here.sessions.length).toBe(3);
    await expect(agent.request(methods.agent.session.list, { cursor: 'x' })).rejects.toThrow(/cursor/);
    await expect(agent.request(methods.agent.session.list, { cwd: 'work' })).rejects.toThrow(/absolute/);
  });

  it('loads a session as what was said and done, each call with its outcome, redacted, and asks the editor for nothing', async () => {
    const box = openSandbox();
    const session = tellTide(box);
    const before = fingerprint(join(box.store, 'journal'));
    const { agent, updates, asked } = await openEditor(box);
    await agent.request(methods.agent.session.load, { sessionId: session, cwd: box.work, mcpServers: [] });
    expect(updates.every(({ sessionId }) => sessionId === session)).toBe(true);
    expect(told(updates)).toMatchObject([
      { sessionUpdate: 'user_message_chunk', content: { text: 'Why does the tide table drift?' } },
      { sessionUpdate: 'agent_thought_chunk', content: { text: 'Perhaps the datum.' } },
      {
        sessionUpdate: 'tool_call',
        toolCallId: 'call-1',
        title: 'Read: /pier/tide.ts',
        kind: 'read',
        status: 'completed',
        rawInput: { file_path: '/pier/tide.ts' },
        locations: [{ path: '/pier/tide.ts' }],
        content: [{ content: { text: expect.stringContaining('datum = ') } }],
      },
      { toolCallId: 'call-2', kind: 'execute', status: 'failed', content: [{ content: { text: '1 failed' } }] },
      { sessionUpdate: 'agent_message_chunk', content: { text: 'The datum is wrong.' } },
      { sessionUpdate: 'agent_message_chunk', content: { text: '\n\nI mend it.<U+202E>' } },
      {
        toolCallId: 'call-3',
        kind: 'edit',
        status: 'failed',
        content: [{ content: { text: expect.stringContaining('interrupted') } }],
      },
    ]);
    expect(JSON.stringify(updates)).not.toContain(KEY);
    expect(asked).toEqual([]);
    expect(fingerprint(join(box.store, 'journal'))).toEqual(before);
  });

  it('loads a session that was only captured live', async () => {
    const box = openSandbox();
    const hook = (hook_event_name: string, more: object) => {
      const payload = { hook_event_name, session_id: nativeId(5), cwd: box.work, ...more };
      succeed(box, ['hook', 'claude-code'], { input: JSON.stringify(payload), env: { LOOM_CAPTURE_SYNC: 'false' } });
    };
    hook('UserPromptSubmit', { prompt: 'Light the lantern' });
    hook('PostToolUseFailure', { tool_use_id: 'c1', tool_name: 'Bash', tool_input: {}, error: 'dry' });
    hook('Stop', { last_assistant_message: 'No oil is left' });
    const id = listIn(box, box.work)[0]?.id ?? '';
    const { agent, updates } = await openEditor(box);
    await agent.request(methods.agent.session.load, { sessionId: id, cwd: box.work, mcpServers: [] });
    expect(told(updates)).toMatchObject([
      { sessionUpdate: 'user_message_chunk', content: { text: 'Light the lantern' } },
      { sessionUpdate: 'tool_call', toolCallId: 'c1', status: 'failed' },
      { sessionUpdate: 'agent_message_chunk', content: { text: 'No oil is left' } },
    ]);
  });

  it('resumes without a replay, and refuses what is not of the project in the same words as what is nowhere', async () => {
    const box = openSandbox();
    const session = tellTide(box);
    const secret = tellSession(box, 9, { prompt: 'Elsewhere', cwd: folderOf(box, 'other') });
    const { agent, updates } = await openEditor(box);
    const ask = (sessionId: string) => agent.request(methods.agent.session.resume, { sessionId, cwd: box.work });
    await ask(session);
    expect(updates).toEqual([]);
    const words = async (sessionId: string) => {
      const failed = await ask(sessionId).then(
        () => 'answered',
        (error: Error) => error.message,
      );
      return failed.replace(sessionId, 'X');
    };
    expect(await words(secret)).toBe(await words('0123456789abcdef'));
    expect(await words(secret)).toContain('no session in this project is named X');
    succeed(box, ['sessions', 'delete', session]);
    expect(await words(session)).toContain('no session in this project');
  });

  it('answers a prompt with an error that says what to do, in a new session as in an old one', async () => {
    const box = openSandbox();
    const session = tellTide(box);
    const { agent } = await openEditor(box);
    const fresh = await agent.request(methods.agent.session.new, { cwd: box.work, mcpServers: [] });
    for (const sessionId of [session, fresh.sessionId]) {
      const prompt = [{ type: 'text', text: 'Go on' }] as const;
      const asked = agent.request(methods.agent.session.prompt, { sessionId, prompt: [...prompt] });
      await expect(asked).rejects.toMatchObject({
        code: -32_600,
        message: expect.stringMatching(/runs none.*loom sessions resume.*loom acp -- COMMAND/),
        data: { code: 'no-agent-behind' },
      });
    }
    await agent.notify(methods.agent.session.cancel, { sessionId: session });
    const { sessions } = await agent.request(methods.agent.session.list, { cwd: box.work });
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual([session]);
    expect(journalLines(box.store).filter(({ type }) => type === 'prompt.submitted')).toEqual([]);
  });
});
