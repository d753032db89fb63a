// Which chunk of the program goes into which file. What every start needs is one part, the first; what a few commands
// need lies in parts of its own, which other starts neither read nor compile.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkChunks } from './link-chunks.mjs';
import { CHUNK_HELPERS } from './program-chunks.mjs';

/** Name of the first part. */
export const FIRST_PART = 'loom';

/** Parts by what they hold, the first that fits; `rest` is for everything else. */
const PARTS = [
  ['importers', /^src\/importers\//],
  ['mcp', /^(?:src\/mcp\/|node_modules\/@modelcontextprotocol\/)/],
  ['acp', /^(?:src\/acp\/|node_modules\/@agentclientprotocol\/)/],
  ['web', /^(?:src\/web\/|node_modules\/(?:hono|@hono)\/)/],
  ['ui', /^(?:src\/ui\/|node_modules\/(?:ink|react|react-reconciler|scheduler|yoga-layout|es-toolkit|ink-[\w-]+)\/)/],
  ['encryption', /^(?:src\/encryption\/|node_modules\/(?:age-encryption|@noble|@scure|read|mute-stream)\/)/],
  ['complete', /^(?:src\/cli\/complete\/|virtual-virtual:loom-words)/],
  ['schemas', /^(?:src\/cli\/schemas\/|src\/events\/.*schema|node_modules\/zod)/],
  ['help', /^(?:src\/cli\/help\/|node_modules\/@oclif\/core\/lib\/(?:help|cli-ux)\/)/],
];

/**
 * Runs that say what a start needs, and to which part that belongs; later ones add what earlier ones did not need. For one
 * that is alone no part of others is loaded: the few small chunks that it shares with them go into the first part.
 */
const TELLING_RUNS = [
  { part: FIRST_PART, argv: ['--version'] },
  { part: FIRST_PART, argv: ['sessions', 'list'] },
  { part: 'write', argv: ['sessions', 'start', '--title', 'a first session'] },
  { part: FIRST_PART, argv: ['sessions', 'list', '--all', '--json'] },
  { part: 'complete', argv: ['complete', 'zsh', 'sessions', 'show', '--all', ''] },
  { part: 'read', argv: ['sessions', 'show', '@last', '--all'] },
  { part: 'read', argv: ['memory', 'search', 'first', '--all'] },
  // Twice: an import that finds something new, and one that does not.
  { part: 'import', argv: ['import', 'claude-code', 'transcripts', '--quiet'] },
  { part: 'import', isAlone: true, argv: ['import', 'claude-code', 'transcripts', '--quiet'] },
];

/** The part of a chunk that a run needed, which runs before it may have needed for another one. */
function claimChunk(before, { part, isAlone }) {
  if (part === FIRST_PART || before === undefined) return part;
  return isAlone === true && before !== part ? FIRST_PART : before;
}

/** What the telling import reads: enough for an import to look at what is known of all sources at once. */
const TRANSCRIPTS = 40;
const RECORDS = [
  { type: 'user', uuid: 'u1', message: { role: 'user', content: 'Sow the peas' } },
  { type: 'assistant', uuid: 'a1', parentUuid: 'u1', message: { id: 'm1', role: 'assistant', content: [] } },
];

function transcript(sessionId) {
  const common = { sessionId, isSidechain: false, timestamp: '2026-03-01T12:00:00.000Z' };
  return RECORDS.map((record) => `${JSON.stringify({ ...common, ...record })}\n`).join('');
}

function partOf(inputs) {
  const bytes = new Map();
  for (const [file, size] of Object.entries(inputs)) {
    const name = PARTS.find(([, pattern]) => pattern.test(file))?.[0] ?? 'rest';
    bytes.set(name, (bytes.get(name) ?? 0) + size);
  }
  return [...bytes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'rest';
}

function chunkTable(chunks) {
  const members = chunks.map(
    ({ name, text }) => `${JSON.stringify(name)}: function (module, exports, require) {\n${text}\n}`,
  );
  return `{\n${members.join(',\n')}\n}`;
}

/** The body of the first part: its chunks, where the others are, and what links them. */
function firstPart(chunks, places) {
  return `${CHUNK_HELPERS}
${linkChunks}
var program = linkChunks({
  chunks: ${chunkTable(chunks)},
  places: ${JSON.stringify(places)},
  loadPart: (name) => module.loadPart(name),
  outside: require,
});
module.linkedChunks = program.linkedNames;
module.exports = program.link('./main.js');`;
}

function laterPart(chunks) {
  return `${CHUNK_HELPERS}\nmodule.exports = ${chunkTable(chunks)};`;
}

/** Runs the whole program once for every telling command line; yields the part of each chunk that was needed. */
function watchRuns(chunks, root) {
  const folder = mkdtempSync(join(tmpdir(), 'loom-build-'));
  const program = join(root, 'dist', `.whole-${process.pid}.cjs`);
  const parts = new Map();
  try {
    writeFileSync(program, firstPart(chunks, {}));
    mkdirSync(join(folder, 'transcripts'));
    for (let number = 1; number <= TRANSCRIPTS; number += 1)
      writeFileSync(join(folder, 'transcripts', `s${number}.jsonl`), transcript(`s${number}`));
    const env = { ...process.env, HOME: folder, LOOM_HOME: join(folder, 'store'), LOOM_TTY: '' };
    for (const telling of TELLING_RUNS) {
      const script = join(root, 'scripts', 'list-linked-chunks.mjs');
      const run = spawnSync(process.execPath, [script, program, ...telling.argv], {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      for (const name of JSON.parse(run.stderr.trim().split('\n').at(-1))) {
        parts.set(name, claimChunk(parts.get(name), telling));
      }
    }
  } finally {
    rmSync(program, { force: true });
    rmSync(folder, { recursive: true, force: true });
  }
  return parts;
}

/** Part name → its text, of all chunks of the program. */
export function assembleParts(chunks, root) {
  const needed = watchRuns(chunks, root);
  const parts = new Map([[FIRST_PART, []]]);
  for (const chunk of chunks) {
    const name = needed.get(chunk.name) ?? partOf(chunk.inputs);
    parts.set(name, [...(parts.get(name) ?? []), chunk]);
  }
  const later = [...parts].filter(([name]) => name !== FIRST_PART);
  const places = Object.fromEntries(later.flatMap(([name, list]) => list.map((chunk) => [chunk.name, name])));
  return new Map([
    [FIRST_PART, firstPart(parts.get(FIRST_PART), places)],
    ...later.map(([name, list]) => [name, laterPart(list)]),
  ]);
}
