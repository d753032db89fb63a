// The rows of the benchmark: what is run, what it is compared with, and the ratio aimed at.
import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateRecords } from './generate-records.mjs';
import { compare, leaveAside, peakMemory, runOnce } from './measure.mjs';

const LOOM = fileURLToPath(new URL('../bin/run.js', import.meta.url));
const IMPORT_FLOOR = fileURLToPath(new URL('import-floor.mjs', import.meta.url));
const SEARCH_FLOOR = fileURLToPath(new URL('search-floor.mjs', import.meta.url));
const PARSE_LINES = fileURLToPath(new URL('parse-lines.mjs', import.meta.url));
/** Megabytes that an import may hold at most. */
export const MEMORY_TARGET = 200;
const NODE = { argv: [process.execPath, '-e', '0'] };

/** A run of loom on a store of its own. */
export const loom = (store, ...words) => ({ argv: [process.execPath, LOOM, ...words], env: { LOOM_HOME: store } });
/** What reading the same bytes costs at least. */
export const parseLines = (...folders) => ({ argv: [process.execPath, PARSE_LINES, ...folders] });

/** A row of two times and the ratio aimed at. */
export function ratioRow(what, target, { measured, base }) {
  return { what, target, ratio: measured / base, measured, base };
}

/** Every file below a folder. */
export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** Start-up: nothing to read, nothing to show. */
export function startRows({ work, rounds }) {
  const empty = join(work, 'empty-store');
  const times = compare(
    { node: NODE, version: loom(empty, '--version'), list: loom(empty, 'sessions', 'list') },
    rounds,
  );
  return [
    ratioRow('loom --version / node -e 0', 1.45, { measured: times.version, base: times.node }),
    ratioRow('loom sessions list, no store / node -e 0', 1.45, { measured: times.list, base: times.node }),
  ];
}

/** A list of everything, with an index that is up to date. */
export function listRow({ sample, rounds }) {
  const list = loom(sample.store, 'sessions', 'list', '--all', '--json');
  const times = compare({ node: NODE, list }, rounds);
  const what = `loom sessions list --all --json, ${sample.name} / node -e 0`;
  return ratioRow(what, 1.8, { measured: times.list, base: times.node });
}

/** Everything read, redacted and kept, against nothing but the parsing of each line. */
export function importRows({ sample, work, rounds }) {
  const store = join(work, 'import-store');
  const program = {
    ...loom(store, 'import', 'claude-code', sample.transcripts, '--quiet'),
    before: () => leaveAside(store),
  };
  const times = compare({ parse: parseLines(sample.transcripts), import: program }, rounds);
  const peak = peakMemory(program);
  leaveAside(store);
  const what = `loom import, ${sample.name} / JSON.parse of every line`;
  return [
    ratioRow(what, 4, { measured: times.import, base: times.parse }),
    { what: `loom import, ${sample.name}: peak memory`, target: MEMORY_TARGET, megabytes: peak },
  ];
}

/** What an import cannot leave out, beside the parsing it is compared with: each step with the ones before. */
export function floorRows({ sample, work, rounds }) {
  const target = join(work, 'floor');
  const program = (step) => ({
    argv: [process.execPath, IMPORT_FLOOR, step, target, sample.transcripts],
    before: () => leaveAside(target),
  });
  const steps = { look: 'hashed and looked at once', write: 'and written', durable: 'and made durable' };
  const names = ['parse', ...Object.keys(steps)];
  const times = compare(Object.fromEntries(names.map((step) => [step, program(step)])), rounds);
  leaveAside(target);
  return Object.entries(steps).map(([step, words]) =>
    ratioRow(`a program without loom, ${sample.name} ${words} / parsed only`, 4, {
      measured: times[step],
      base: times.parse,
    }),
  );
}

/** A context of a long session, its summary included, against nothing but the parsing of each line. */
export function contextRow({ sample, rounds }) {
  const program = loom(sample.store, 'sessions', 'compact', '@last', '--all', '--dry-run', '--quiet');
  const times = compare({ node: NODE, parse: parseLines(sample.transcripts), context: program }, rounds);
  const what = `loom sessions compact --dry-run, ${sample.name} / JSON.parse of every line`;
  return {
    ...ratioRow(what, 5, { measured: times.context, base: times.parse }),
    note: `node -e 0: ${format(times.node)}`,
  };
}

/** Nothing new in any file. */
export function importAgainRow({ sample, work, rounds }) {
  const mark = join(work, 'mark');
  writeFileSync(mark, '');
  // Newer than every file: find reads the times of all and prints none.
  const later = new Date(Date.now() + 60_000);
  utimesSync(mark, later, later);
  const find = { argv: ['find', sample.transcripts, '-newer', mark] };
  const again = loom(sample.store, 'import', 'claude-code', sample.transcripts, '--quiet');
  const times = compare({ find, node: NODE, again }, rounds);
  const what = `loom import again, ${sample.name} unchanged / find -newer`;
  return {
    ...ratioRow(what, 10, { measured: times.again, base: times.find }),
    note: `node -e 0: ${format(times.node)}`,
  };
}

/** Journal and kept transcripts into a new index, against reading and parsing the same bytes. */
export function rebuildRow({ sample, rounds }) {
  const folders = ['journal', 'transcripts'].map((name) => join(sample.store, name));
  const times = compare({ parse: parseLines(...folders), rebuild: loom(sample.store, 'index', 'rebuild') }, rounds);
  const what = `loom index rebuild, ${sample.name} / JSON.parse of the same bytes`;
  return ratioRow(what, 8, { measured: times.rebuild, base: times.parse });
}

/** The whole store checked, against a checksum of the same files. */
export function verifyRow({ sample, rounds }) {
  const files = ['journal', 'transcripts', 'blobs'].flatMap((name) => existing(join(sample.store, name)));
  const list = join(sample.store, '..', 'verified-files');
  writeFileSync(list, files.join('\0'));
  const sum = { argv: ['sh', '-c', `xargs -0 sha256sum < '${list}'`] };
  const times = compare({ sum, verify: loom(sample.store, 'journal', 'verify') }, rounds);
  const what = `loom journal verify, ${sample.name} / sha256sum of the same bytes`;
  return ratioRow(what, 6, { measured: times.verify, base: times.sum });
}

/** Searches of every project, by an index that is up to date; and the first one, which makes it. */
export function searchRows({ work, records, rounds }) {
  const transcripts = join(work, 'records');
  const store = join(work, 'records-store');
  const { common, middling } = generateRecords({ folder: transcripts, records });
  runOnce(loom(store, 'import', 'claude-code', transcripts, '--quiet'));
  rmSync(transcripts, { recursive: true, force: true });
  runOnce(loom(store, 'sessions', 'list', '--all', '--json'));
  const search = (word) => loom(store, 'memory', 'search', '--all', word);
  const build = { ...search(middling), before: () => dropSearchIndex(store) };
  const folders = ['journal', 'transcripts'].map((name) => join(store, name));
  const made = compare({ parse: parseLines(...folders), build }, 1);
  const peak = peakMemory(build);
  const megabytes = filesBelow(join(store, 'index')).reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;
  const floor = searchFloor({ store, work });
  const times = compare({ node: NODE, middling: search(middling), common: search(common) }, rounds);
  rmSync(store, { recursive: true, force: true });
  const name = `${records.toLocaleString('en')} records`;
  return [
    ratioRow(`loom memory search, a middling word of ${name} / node -e 0`, 1.75, {
      measured: times.middling,
      base: times.node,
    }),
    ratioRow(`loom memory search, the commonest word of ${name} / node -e 0`, 4, {
      measured: times.common,
      base: times.node,
    }),
    {
      ...ratioRow(`first search of ${name} / JSON.parse of the same bytes`, 8, {
        measured: made.build,
        base: made.parse,
      }),
      note: `index: ${megabytes.toFixed(0)} MB`,
    },
    { what: `first search of ${name}: peak memory`, target: 300, megabytes: peak },
    ratioRow(`a program without loom, the texts of ${name} into a full-text index / JSON.parse of the same bytes`, 8, {
      measured: floor,
      base: made.parse,
    }),
  ];
}

/** What SQLite alone needs for the texts of the search index that a store has. */
function searchFloor({ store, work }) {
  const index = filesBelow(join(store, 'index')).find((file) => /search-[0-9A-Z]+\.sqlite$/.test(file));
  const target = join(work, 'search-floor.sqlite');
  const before = () => rmSync(target, { force: true });
  const { floor } = compare({ floor: { argv: [process.execPath, SEARCH_FLOOR, index, target], before } }, 1);
  before();
  return floor;
}

function dropSearchIndex(store) {
  for (const file of filesBelow(join(store, 'index'))) if (/search-/.test(file)) rmSync(file, { force: true });
}

function existing(folder) {
  return statSync(folder, { throwIfNoEntry: false }) === undefined ? [] : filesBelow(folder);
}

/** Makes the store of a sample by really importing it, and brings its index up to date. */
export function makeStore({ store, transcripts }) {
  runOnce(loom(store, 'import', 'claude-code', transcripts, '--quiet'));
  runOnce(loom(store, 'sessions', 'list', '--all', '--json'));
}

/** Milliseconds or seconds, as they are read best. */
export function format(milliseconds) {
  return milliseconds < 1000 ? `${milliseconds.toFixed(0)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}
