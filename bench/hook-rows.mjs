// What a hook costs an agent, with nothing there and with much there.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { growJournal } from './generate-journal.mjs';
import { generateLongTranscript } from './generate-transcripts.mjs';
import { compare, runOnce } from './measure.mjs';
import { filesBelow, loom, ratioRow } from './rows.mjs';

const NODE = { argv: [process.execPath, '-e', '0'] };
const SESSION = '6b1f6a30-64c4-4a39-8e0c-1d5a2a3f7e10';

/** A hook call in a store, without what follows a stop. */
function hook(store, cwd, more) {
  const program = loom(store, 'hook', 'claude-code');
  const input = JSON.stringify({ session_id: SESSION, cwd, ...more });
  return { ...program, input, env: { ...program.env, LOOM_CAPTURE_SYNC: 'off' } };
}

function callsOf(store, cwd, transcript_path) {
  const common = { transcript_path };
  const call = { tool_use_id: 'toolu_1', tool_name: 'Edit', tool_input: { file_path: join(cwd, 'tide.ts') } };
  return {
    prompt: hook(store, cwd, { ...common, hook_event_name: 'UserPromptSubmit', prompt: 'Raise the tide' }),
    tool: hook(store, cwd, { ...common, hook_event_name: 'PostToolUse', ...call, duration_ms: 3 }),
    stop: hook(store, cwd, { ...common, hook_event_name: 'Stop', last_assistant_message: 'The tide is 2.' }),
  };
}

/** Hooks in a store with nothing in it, and beside a journal and a transcript of that many bytes. */
export function hookRows({ work, rounds, journalBytes, transcriptBytes }) {
  const cwd = join(work, 'hook-work');
  mkdirSync(cwd, { recursive: true });
  const [small, large] = [join(work, 'hook-store'), join(work, 'hook-large')];
  const transcripts = join(work, 'hook-transcripts');
  generateLongTranscript({ folder: transcripts, bytes: transcriptBytes });
  const [transcript] = filesBelow(transcripts);
  const few = callsOf(small, cwd, undefined);
  const many = callsOf(large, cwd, transcript);
  for (const program of [few.prompt, many.prompt]) runOnce(program);
  growJournal(large, journalBytes);
  const begun = { hook_event_name: 'SessionStart', source: 'resume' };
  const start = hook(large, cwd, begun);
  const times = compare({ node: NODE, ...few, manyPrompt: many.prompt, manyTool: many.tool, start }, rounds);
  const beside = `beside a journal of ${(journalBytes / 1e6).toFixed(0)} MB and a transcript of ${(transcriptBytes / 1e6).toFixed(0)} MB`;
  const row = (what, measured) =>
    ratioRow(`loom hook claude-code, ${what} / node -e 0`, 1.45, { measured, base: times.node });
  return [
    row('a prompt', times.prompt),
    row('a tool call', times.tool),
    row('a stop', times.stop),
    row(`a prompt ${beside}`, times.manyPrompt),
    row(`a tool call ${beside}`, times.manyTool),
    {
      ...ratioRow(`loom hook claude-code, a start that resumes ${beside} / 1 s`, 1, {
        measured: times.start,
        base: 1000,
      }),
      note: 'a bound',
    },
  ];
}
