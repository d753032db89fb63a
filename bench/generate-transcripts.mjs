// Invents Claude Code transcripts: several projects, several turns each, tool calls, and some subagents.
// As a program: node bench/generate-transcripts.mjs FOLDER [SESSIONS] [SEED]
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createChance, inventAnswer, inventCode, inventProse, inventQuestion } from './invented-text.mjs';

const PROJECTS = ['bakery-books', 'oven-clock', 'delivery-map', 'till-bridge', 'recipe-shelf', 'flour-forecast'];
const EPOCH = Date.UTC(2026, 0, 5, 8);
const HOUR = 3_600_000;
const SUBAGENT_SHARE = 0.08;

const idOf = (kind, number, index) =>
  `${kind.repeat(8)}-${String(number).padStart(4, '0').slice(-4)}-4000-8000-${String(number * 10_000 + index).padStart(12, '0')}`;

/** Writes down the records of one transcript, each with the one before as its parent. */
class Transcript {
  constructor(place) {
    this.place = place;
    this.lines = [];
    this.at = place.startedAt;
    this.parent = null;
  }

  add(type, message, more = {}) {
    const { number, sessionId, cwd, agentId } = this.place;
    const uuid = idOf(agentId === undefined ? 'b' : 'c', number, this.lines.length + 1);
    this.at += 4_000;
    const record = {
      parentUuid: this.parent,
      isSidechain: agentId !== undefined,
      userType: 'external',
      cwd,
      sessionId,
      version: '2.1.0',
      gitBranch: 'main',
      ...(agentId === undefined ? {} : { agentId }),
      type,
      message,
      uuid,
      timestamp: new Date(this.at).toISOString(),
      ...more,
    };
    this.lines.push(JSON.stringify(record));
    this.parent = uuid;
  }

  ask(text) {
    this.add('user', { role: 'user', content: text });
  }

  say(...content) {
    const { number } = this.place;
    this.add('assistant', {
      id: `msg_${number}_${this.lines.length}`,
      type: 'message',
      role: 'assistant',
      model: 'baker-4',
      content,
      stop_reason: null,
      usage: { input_tokens: 40, output_tokens: 220, cache_read_input_tokens: 9000, cache_creation_input_tokens: 300 },
    });
  }

  call(chance, { name, input, output }) {
    const id = `toolu_${this.place.number}_${this.lines.length}`;
    this.say({ type: 'tool_use', id, name, input });
    const is_error = chance.next() < 0.05;
    const result = { type: 'tool_result', tool_use_id: id, content: output, is_error };
    this.add('user', { role: 'user', content: [result] }, { toolUseResult: { stdout: output, stderr: '' } });
  }
}

function addTurn(transcript, chance) {
  const { cwd } = transcript.place;
  const file = `${cwd}/src/${chance.pick(PROJECTS)}.ts`;
  transcript.ask(inventQuestion(chance));
  transcript.say({ type: 'thinking', thinking: inventProse(chance, 50), signature: '' });
  transcript.call(chance, {
    name: 'Read',
    input: { file_path: file },
    output: inventCode(chance, 10 + chance.below(40)),
  });
  if (chance.next() < 0.6) {
    const edit = { file_path: file, old_string: inventProse(chance, 12), new_string: inventProse(chance, 14) };
    transcript.call(chance, { name: 'Edit', input: edit, output: `The file ${file} has been updated.` });
  }
  if (chance.next() < 0.7)
    transcript.call(chance, { name: 'Bash', input: { command: 'npm test' }, output: inventProse(chance, 80) });
  transcript.say({ type: 'text', text: inventAnswer(chance) });
}

function placeOf(folder, number, chance) {
  const project = PROJECTS[number % PROJECTS.length];
  const cwd = `/bakery/${project}`;
  return {
    number,
    cwd,
    sessionId: idOf('a', number, 0),
    startedAt: EPOCH + Math.floor(number * 0.7 * HOUR) + chance.below(HOUR),
    folder: join(folder, 'projects', cwd.replace(/[^A-Za-z0-9]/g, '-')),
  };
}

/**
 * How many times as long as the shortest sessions are: most are short, and few hold most of what was said. Real stores have
 * about 200 KB a session in the mean.
 */
const STRETCHES = [1, 1, 1, 1, 2, 3, 6, 14];

/** By what the length of a session is multiplied. */
export function stretchOf(chance, isStretched) {
  return isStretched ? chance.pick(STRETCHES) : 1;
}

function writeSession({ folder, seed, isStretched }, number) {
  const chance = createChance(seed * 1_000_003 + number);
  const place = placeOf(folder, number, chance);
  const transcript = new Transcript(place);
  const turns = (2 + chance.below(4)) * stretchOf(chance, isStretched);
  for (let turn = 0; turn < turns; turn += 1) addTurn(transcript, chance);
  mkdirSync(place.folder, { recursive: true });
  const text = `${transcript.lines.join('\n')}\n`;
  writeFileSync(join(place.folder, `${place.sessionId}.jsonl`), text);
  const bytes = Buffer.byteLength(text);
  return chance.next() < SUBAGENT_SHARE
    ? { files: 2, bytes: bytes + writeSubagent(place, chance) }
    : { files: 1, bytes };
}

function writeSubagent(place, chance) {
  const agentId = `a${place.number.toString(16).padStart(7, '0')}`;
  const transcript = new Transcript({ ...place, agentId, startedAt: place.startedAt + 60_000 });
  addTurn(transcript, chance);
  const folder = join(place.folder, place.sessionId, 'subagents');
  mkdirSync(folder, { recursive: true });
  const text = `${transcript.lines.join('\n')}\n`;
  writeFileSync(join(folder, `agent-${agentId}.jsonl`), text);
  return Buffer.byteLength(text);
}

/** Writes the sessions below `folder/projects`, short or of many lengths; the same seed gives the same bytes. */
export function generateTranscripts({ folder, sessions, seed = 1, isStretched = false }) {
  const total = { files: 0, bytes: 0 };
  for (let number = 1; number <= sessions; number += 1) {
    const { files, bytes } = writeSession({ folder, seed, isStretched }, number);
    total.files += files;
    total.bytes += bytes;
  }
  return total;
}

/** Writes one session of about `bytes` bytes; its lines are like those of the others. */
export function generateLongTranscript({ folder, bytes, seed = 1 }) {
  const chance = createChance(seed);
  // A few seconds a record: even a very long session lies in the past.
  const place = { ...placeOf(folder, 999_999, chance), startedAt: EPOCH, sessionId: idOf('d', 9999, 0) };
  const transcript = new Transcript(place);
  mkdirSync(transcript.place.folder, { recursive: true });
  const fd = openSync(join(transcript.place.folder, `${transcript.place.sessionId}.jsonl`), 'w');
  let written = 0;
  let from = 0;
  while (written < bytes) {
    addTurn(transcript, chance);
    const text = `${transcript.lines.slice(from).join('\n')}\n`;
    // Lines already written stay as holes: their number is part of the ids of the next ones.
    transcript.lines.fill('', from);
    from = transcript.lines.length;
    written += writeSync(fd, text);
  }
  closeSync(fd);
  return { files: 1, bytes: written };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, sessions = '100', seed = '1'] = process.argv.slice(2);
  if (folder === undefined) {
    console.error('usage: node bench/generate-transcripts.mjs FOLDER [SESSIONS] [SEED]');
    process.exit(2);
  }
  const { files, bytes } = generateTranscripts({ folder, sessions: Number(sessions), seed: Number(seed) });
  console.log(`${folder}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB`);
}
