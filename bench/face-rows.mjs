// What a person waits for on the terminal: the first rows, and those of a search, beyond what any Node program takes to start.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { generateRecords } from './generate-records.mjs';
import { compare, medianOf, runOnce } from './measure.mjs';
import { runOnTerminal } from './pty-session.mjs';
import { loom, ratioRow } from './rows.mjs';
import { startPages } from './serving-pages.mjs';

/** Milliseconds until something is shown. */
const SOON = 300;
const MOST_MEGABYTES = 300;
const EACH = 100;
const ESCAPE = '\u001b';
const ALL = /\b1 of \d+/;

const NODE = { argv: [process.execPath, '-e', '0'] };

function millisecondsRow(what, milliseconds, note) {
  return { what, target: SOON, milliseconds, ...(note === undefined ? {} : { note }) };
}

function median(runs, value) {
  return medianOf(runs.map(value));
}

/** Runs each program in turn, as often as there are rounds; an untimed round comes first. */
async function inTurn(programs, rounds) {
  const runs = Object.fromEntries(Object.keys(programs).map((name) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, program] of Object.entries(programs)) {
      const run = await runOnTerminal(program);
      if (round >= 0) runs[name].push(run);
    }
  }
  return runs;
}

/** The terminal face over that many sessions and records, with indexes that are up to date. */
async function terminalRows({ store, name, searches, rounds }) {
  const ui = loom(store, 'ui', '--all');
  const found = /\b1 of (?:[1-9]|[1-9]\d|[1-3]\d\d)\b/;
  const { node, open, search } = await inTurn(
    {
      node: NODE,
      open: { ...ui, shows: ALL, last: 'q' },
      search: {
        ...ui,
        shows: ALL,
        steps: Object.values(searches).flatMap((word) => [
          { keys: `/${word}`, shows: found },
          { keys: ESCAPE, shows: ALL },
        ]),
        last: 'q',
      },
    },
    rounds,
  );
  const start = median(node, ({ first }) => first);
  const idle = median(node, ({ processor }) => processor);
  const beyond = median(open, ({ first }) => first) - start;
  const spent = median(open, ({ processor }) => processor) - idle;
  return [
    millisecondsRow(`loom ui, ${name}: first rows, beyond node -e 0`, beyond, `processor time: ${spent.toFixed(0)} ms`),
    ...Object.keys(searches).map((what, at) =>
      millisecondsRow(
        `loom ui, ${name}: rows of a search, ${what}`,
        median(search, ({ steps }) => steps[at * 2]),
        'of it 120 ms in which no key was pressed',
      ),
    ),
    {
      what: `loom ui, ${name}: peak memory`,
      target: MOST_MEGABYTES,
      megabytes: Math.max(...search.map(({ megabytes }) => megabytes)),
    },
  ];
}

/** Answers of pages, asked one after the other of one server, against what the command of the same answer takes beyond its start. */
async function pageRows({ store, name, word, rounds }) {
  const commands = compare(
    {
      start: loom(store, '--version'),
      list: loom(store, 'sessions', 'list', '--all', '--limit', '50'),
      search: loom(store, 'memory', 'search', '--all', word),
    },
    rounds,
  );
  const server = await startPages(loom(store, 'serve', '--all', '--json'));
  try {
    const list = await server.median('/sessions', rounds * 3);
    const search = await server.median(`/search?q=${word}`, rounds * 3);
    const row = (what, measured, command) =>
      ratioRow(`page of ${what}, ${name} / its command without its start`, 2, {
        measured,
        base: command - commands.start,
      });
    return [row('sessions', list, commands.list), row('a search', search, commands.search)];
  } finally {
    server.stop();
  }
}

/** Words that stand at the cursor, as a shell asks for them. */
function completionRow({ store, name, rounds }) {
  const times = compare(
    { node: NODE, ids: loom(store, 'complete', 'bash', 'sessions', 'show', '--all', '') },
    rounds * 3,
  );
  const what = `loom complete, ids of sessions, ${name}: beyond node -e 0`;
  return { what, target: 100, milliseconds: times.ids - times.node };
}

/** Everything a person waits for, over a store of that many records. */
export async function faceRows({ work, records, rounds }) {
  const [transcripts, store] = [join(work, 'face'), join(work, 'face-store')];
  const { common, middling } = generateRecords({ folder: transcripts, records, each: EACH });
  const name = `${(records / EACH).toLocaleString('en')} sessions, ${records.toLocaleString('en')} records`;
  try {
    runOnce(loom(store, 'import', 'claude-code', transcripts, '--quiet'));
    runOnce(loom(store, 'memory', 'search', '--all', middling, '--json'));
    const searches = { 'a middling word': middling, 'the commonest word': common };
    return [
      ...(await terminalRows({ store, name, searches, rounds })),
      ...(await pageRows({ store, name, word: middling, rounds })),
      completionRow({ store, name, rounds }),
    ];
  } finally {
    for (const folder of [transcripts, store]) rmSync(folder, { recursive: true, force: true });
  }
}
