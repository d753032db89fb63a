import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { opencodePlugin } from '../../src/agent-settings/opencode-plugin.ts';
import { piExtension } from '../../src/agent-settings/pi-extension.ts';
import { PATIENCE } from '../support/patience.ts';
import { removeFolder } from '../support/remove-folder.ts';

type React = (...given: readonly unknown[]) => Promise<unknown>;

/** A program in the place of loom that keeps what it is told, and prints a line at the start of a session. */
const KEEPS = `#!/bin/sh
read -r line
printf '%s\\n%s' "$*" "$line" > "$(dirname "$0")/told-$$.part" && mv "$(dirname "$0")/told-$$.part" "$(dirname "$0")/told-$$"
case "$line" in *SessionStart*) echo 'The harbour is closed.';; esac
`;

function openPlugin(program = KEEPS) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'loom-plugin-')));
  onTestFinished(() => removeFolder(base));
  const path = join(base, 'loom');
  writeFileSync(path, program);
  chmodSync(path, 0o755);
  const load = async (source: string): Promise<Record<string, (...given: unknown[]) => unknown>> => {
    const file = join(base, 'plugin.mjs');
    writeFileSync(file, source);
    return import(/* @vite-ignore */ pathToFileURL(file).href);
  };
  const told = (): { readonly args: string; readonly payload: Record<string, unknown> }[] =>
    readdirSync(base)
      .filter((name) => /^told-\d+$/.test(name))
      .map((name) => readFileSync(join(base, name), 'utf8').split('\n'))
      .map(([args = '', line = '']) => ({ args, payload: JSON.parse(line) }));
  const waitFor = async (count: number) => {
    await expect.poll(() => told().length, { timeout: PATIENCE }).toBe(count);
    return told();
  };
  return { base, path, load, waitFor };
}

const called = (all: readonly { readonly payload: Record<string, unknown> }[], event: string) =>
  all.find(({ payload }) => payload['hook_event_name'] === event)?.payload;

describe('the plugin of opencode', () => {
  it('tells loom of prompts, calls and answers, and hands on what loom says at the start', async () => {
    const { path, load, waitFor } = openPlugin();
    const { Loom } = await load(opencodePlugin(path));
    const hooks = (await Loom?.({ directory: '/harbour' })) as Record<string, React>;
    const event = (type: string, properties: object) => hooks['event']?.({ event: { type, properties } });
    await event('session.created', { info: { id: 'ses_1' } });
    const parts = [
      { type: 'text', text: 'Raise the tide' },
      { type: 'text', text: 'hidden', synthetic: true },
    ];
    await hooks['chat.message']?.({ sessionID: 'ses_1' }, { message: { id: 'msg_1' }, parts });
    await hooks['tool.execute.before']?.(
      { tool: 'bash', sessionID: 'ses_1', callID: 'c1' },
      { args: { command: 'ls' } },
    );
    await hooks['tool.execute.after']?.(
      { tool: 'bash', sessionID: 'ses_1', callID: 'c1' },
      { output: 'tide.ts', metadata: { exit: 0 } },
    );
    await event('message.updated', { info: { id: 'msg_2', role: 'assistant' } });
    await event('message.part.updated', {
      part: { type: 'text', messageID: 'msg_2', sessionID: 'ses_1', text: 'Done.' },
    });
    await event('session.idle', { sessionID: 'ses_1' });
    const system: string[] = [];
    await hooks['experimental.chat.system.transform']?.({ sessionID: 'ses_1' }, { system });
    expect(system).toEqual(['The harbour is closed.']);
    const all = await waitFor(4);
    expect(new Set(all.map(({ args }) => args))).toEqual(new Set(['hook opencode']));
    expect(called(all, 'SessionStart')).toMatchObject({ session_id: 'ses_1', cwd: '/harbour', source: 'startup' });
    expect(called(all, 'UserPromptSubmit')).toMatchObject({ prompt: 'Raise the tide', prompt_id: 'msg_1' });
    expect(called(all, 'PostToolUse')).toMatchObject({
      tool_name: 'bash',
      tool_use_id: 'c1',
      tool_input: { command: 'ls' },
      tool_response: { metadata: { exit: 0 } },
    });
    expect(called(all, 'Stop')).toMatchObject({ last_assistant_message: 'Done.' });
  });

  it('never throws, whatever it is given and wherever loom is', async () => {
    const { load } = openPlugin();
    const { Loom } = await load(opencodePlugin('/nowhere/loom'));
    const hooks = (await Loom?.({})) as Record<string, React>;
    for (const react of Object.values(hooks)) {
      await expect(react({}, {})).resolves.toBeUndefined();
      await expect(react(undefined, undefined)).resolves.toBeUndefined();
    }
    await hooks['event']?.({ event: { type: 'session.created', properties: { info: { id: 'ses_1' } } } });
    await expect(hooks['chat.message']?.({ sessionID: 'ses_1' }, { message: {}, parts: [] })).resolves.toBeUndefined();
  });

  it('waits for a loom that hangs no longer than its time', async () => {
    const { path, load } = openPlugin('#!/bin/sh\nexec sleep 600\n');
    const { Loom } = await load(opencodePlugin(path));
    const hooks = (await Loom?.({ directory: '/harbour' })) as Record<string, React>;
    const begun = Date.now();
    await hooks['chat.message']?.({ sessionID: 'ses_1' }, { message: { id: 'm' }, parts: [] });
    expect(Date.now() - begun).toBeLessThan(60_000);
  });
});

describe('the extension of pi', () => {
  it('tells loom of a session, and hands on what loom says at the start', async () => {
    const { path, load, waitFor } = openPlugin();
    const { default: extend } = await load(piExtension(path));
    const reacts = new Map<string, React>();
    extend?.({ on: (event: string, react: React) => reacts.set(event, react) });
    const ctx = {
      cwd: '/harbour',
      sessionManager: { getSessionId: () => 'pi-1', getSessionFile: () => '/pi/1.jsonl' },
    };
    await reacts.get('session_start')?.({ reason: 'startup' }, ctx);
    const start = { prompt: 'Raise the tide', systemPrompt: 'Be brief.' };
    expect(await reacts.get('before_agent_start')?.(start, ctx)).toEqual({
      systemPrompt: 'Be brief.\n\nThe harbour is closed.',
    });
    await reacts.get('tool_call')?.({ toolCallId: 'c1' }, ctx);
    await reacts.get('tool_result')?.(
      {
        toolName: 'bash',
        toolCallId: 'c1',
        input: { command: 'ls' },
        content: [{ type: 'text', text: 'no' }],
        isError: true,
      },
      ctx,
    );
    await reacts.get('turn_end')?.({ message: { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] } }, ctx);
    await reacts.get('agent_end')?.({}, ctx);
    await reacts.get('session_shutdown')?.({}, ctx);
    const all = await waitFor(5);
    expect(called(all, 'SessionStart')).toMatchObject({
      session_id: 'pi-1',
      transcript_path: '/pi/1.jsonl',
      source: 'startup',
    });
    expect(called(all, 'PostToolUseFailure')).toMatchObject({ tool_use_id: 'c1', tool_response: 'no' });
    expect(called(all, 'Stop')).toMatchObject({ last_assistant_message: 'Done.' });
    expect(called(all, 'SessionEnd')).toBeDefined();
  });

  it('never throws', async () => {
    const { base, load } = openPlugin();
    const { default: extend } = await load(piExtension(join(base, 'nothing')));
    const reacts: React[] = [];
    extend?.({ on: (_event: string, react: React) => reacts.push(react) });
    for (const react of reacts) await expect(react(undefined, undefined)).resolves.toBeUndefined();
    expect(reacts.length).toBeGreaterThan(8);
    expect(existsSync(join(base, 'nothing'))).toBe(false);
  });
});
