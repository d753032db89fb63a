// Invents a home folder of several agents: Claude Code, Codex, pi and Gemini CLI, each with sessions in its own shape.
// As a program: node bench/generate-mixed.mjs FOLDER [MEGABYTES] [SEED]
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateLongTranscript, generateTranscripts, stretchOf } from './generate-transcripts.mjs';
import { createChance, inventAnswer, inventCode, inventProse, inventQuestion } from './invented-text.mjs';

const EPOCH = Date.UTC(2026, 1, 2, 8);
const MINUTE = 60_000;
const LONG_BYTES = 40_000_000;
/** Bytes of one of Claude Code's sessions. */
const MEAN_BYTES = 22_000;
const MEAN_STRETCHED = 80_000;

const uuid = (kind, number) => `${kind.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`;
const iso = (at) => new Date(at).toISOString();

/** Instants three seconds apart. */
function createClock(at) {
  let time = at;
  return () => {
    time += 3000;
    return time;
  };
}

/** A conversation of no agent yet: prompts, answers, calls with what came of them. */
function inventTurns(chance, isStretched) {
  return Array.from({ length: (6 + chance.below(8)) * stretchOf(chance, isStretched) }, () => ({
    ask: inventQuestion(chance),
    think: inventProse(chance, 60),
    calls: Array.from({ length: 1 + chance.below(4) }, () => ({
      command: `cat src/${chance.below(90)}.ts`,
      output: inventCode(chance, 20 + chance.below(60)),
    })),
    answer: inventAnswer(chance),
  }));
}

function codexLines(turns, { number, cwd, at }) {
  const tick = createClock(at);
  const line = (type, payload) => JSON.stringify({ timestamp: iso(tick()), type, payload });
  const message = (role, text) =>
    line('response_item', {
      type: 'message',
      role,
      content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
    });
  const meta = { id: uuid('c', number), timestamp: iso(at), cwd, originator: 'codex_cli_rs', cli_version: '0.46.0' };
  const lines = [line('session_meta', meta)];
  for (const [turn, { ask, calls, answer }] of turns.entries()) {
    lines.push(line('turn_context', { cwd, model: 'baker-5', approval_policy: 'on-request' }));
    lines.push(message('user', ask), line('event_msg', { type: 'user_message', message: ask }));
    for (const [index, { command, output }] of calls.entries()) {
      const call_id = `call_${number}_${turn}_${index}`;
      const args = JSON.stringify({ command: ['bash', '-lc', command] });
      lines.push(line('response_item', { type: 'function_call', name: 'shell', arguments: args, call_id }));
      lines.push(line('response_item', { type: 'function_call_output', call_id, output }));
    }
    lines.push(message('assistant', answer), line('event_msg', { type: 'agent_message', message: answer }));
  }
  return `${lines.join('\n')}\n`;
}

function piLines(turns, { number, cwd, at }) {
  const tick = createClock(at);
  let last = null;
  const lines = [JSON.stringify({ type: 'session', version: 3, id: uuid('d', number), timestamp: iso(at), cwd })];
  const add = (message) => {
    const id = `e${lines.length.toString(16).padStart(7, '0')}`;
    lines.push(JSON.stringify({ type: 'message', id, parentId: last, timestamp: iso(tick()), message }));
    last = id;
  };
  for (const { ask, think, calls, answer } of turns) {
    add({ role: 'user', content: [{ type: 'text', text: ask }], timestamp: tick() });
    for (const { command, output } of calls) {
      const id = `t${lines.length}`;
      const call = { type: 'toolCall', id, name: 'bash', arguments: { command } };
      add({
        role: 'assistant',
        model: 'baker-5',
        provider: 'oven',
        content: [{ type: 'thinking', thinking: think }, call],
      });
      add({
        role: 'toolResult',
        toolCallId: id,
        toolName: 'bash',
        content: [{ type: 'text', text: output }],
        isError: false,
      });
    }
    add({ role: 'assistant', model: 'baker-5', provider: 'oven', content: [{ type: 'text', text: answer }] });
  }
  return `${lines.join('\n')}\n`;
}

function geminiDocument(turns, { number, at }) {
  const tick = createClock(at);
  const messages = [];
  const add = (type, content, more) =>
    messages.push({
      id: uuid('f', number * 1000 + messages.length),
      timestamp: iso(tick()),
      type,
      content,
      ...more,
    });
  for (const { ask, calls, answer } of turns) {
    add('user', ask);
    const toolCalls = calls.map(({ command, output }, index) => ({
      id: `run_${number}_${messages.length}_${index}`,
      name: 'run_shell_command',
      args: { command },
      status: 'success',
      timestamp: iso(tick()),
      resultDisplay: output,
    }));
    add('gemini', answer, { model: 'baker-flash', toolCalls, tokens: { input: 900, output: 120, cached: 0 } });
  }
  const ends = { startTime: iso(at), lastUpdated: iso(tick()) };
  return JSON.stringify({ sessionId: uuid('a', number), projectHash: 'f'.repeat(64), ...ends, messages }, null, 2);
}

/** Where each agent keeps a session, below the home folder. */
const AGENTS = [
  {
    path: ({ number, at }) =>
      join(
        '.codex',
        'sessions',
        '2026',
        '02',
        '02',
        `rollout-${iso(at).slice(0, 19).replaceAll(':', '-')}-${uuid('c', number)}.jsonl`,
      ),
    text: codexLines,
  },
  {
    path: ({ number, at }) =>
      join('.pi', 'agent', 'sessions', '--bakery--', `${iso(at).replace(/[:.]/g, '-')}_${uuid('d', number)}.jsonl`),
    text: piLines,
  },
  {
    path: ({ number, at }) =>
      join(
        '.gemini',
        'tmp',
        'f'.repeat(64),
        'chats',
        `session-${iso(at).slice(0, 16).replace(':', '-')}-${number}.json`,
      ),
    text: geminiDocument,
  },
];

/**
 * Writes about `bytes` bytes below `home`, a third of it Claude Code's with one long session; the others are short, or of
 * many lengths. The same seed gives the same bytes.
 */
export function generateMixed({ home, bytes, seed = 1, isStretched = false }) {
  const total = { files: 0, bytes: 0 };
  const count = (more) => {
    total.files += more.files;
    total.bytes += more.bytes;
  };
  const claude = join(home, '.claude');
  const long = Math.min(LONG_BYTES, bytes / 10);
  count(generateLongTranscript({ folder: claude, bytes: long, seed }));
  const each = isStretched ? MEAN_STRETCHED : MEAN_BYTES;
  count(generateTranscripts({ folder: claude, sessions: Math.ceil((bytes / 3 - long) / each), seed, isStretched }));
  for (let number = 1; total.bytes < bytes; number += 1) {
    const chance = createChance(seed * 7_000_003 + number);
    const place = { number, cwd: `/bakery/oven-${number % 9}`, at: EPOCH + number * MINUTE };
    const { path, text } = AGENTS[number % AGENTS.length];
    const file = join(home, path(place));
    const content = text(inventTurns(chance, isStretched), place);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    count({ files: 1, bytes: Buffer.byteLength(content) });
  }
  return total;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [home, megabytes = '50', seed = '1'] = process.argv.slice(2);
  if (home === undefined) {
    console.error('usage: node bench/generate-mixed.mjs FOLDER [MEGABYTES] [SEED]');
    process.exit(2);
  }
  const { files, bytes } = generateMixed({ home, bytes: Number(megabytes) * 1e6, seed: Number(seed) });
  console.log(`${home}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB`);
}
