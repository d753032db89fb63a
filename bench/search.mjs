// Prints how well loom finds what was said: recall at 1, 5, 10 and 25 hits, and the mean reciprocal rank of the first right one.
// node bench/search.mjs [--locomo FILE] [--only work,talk] [--misses]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openLoom } from './ask-loom.mjs';
import { inventDialogues } from './invented-dialogues.mjs';
import { inventWork } from './invented-work.mjs';
import { readLocomo, writeTranscripts } from './locomo.mjs';
import { expandFigures, printTable, Tally } from './search-figures.mjs';

const LOOM = fileURLToPath(new URL('../bin/run.js', import.meta.url));
const { values: flags } = parseArgs({
  options: { locomo: { type: 'string' }, only: { type: 'string' }, misses: { type: 'boolean', default: false } },
});
const only = flags.only?.split(',');
const wants = (name) => only === undefined || only.includes(name);

function importFrom(store, transcripts) {
  const run = spawnSync(process.execPath, [LOOM, 'import', 'claude-code', transcripts, '--quiet'], {
    env: { ...process.env, LOOM_HOME: store },
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stderr);
}

/** Asks every question of every sample among its own conversations. */
async function askSamples(work, name, samples) {
  const transcripts = join(work, `${name}-transcripts`);
  const store = join(work, `${name}-store`);
  const folders = writeTranscripts(samples, transcripts);
  importFrom(store, transcripts);
  const loom = await openLoom({ store, work });
  const tally = new Tally(name, flags.misses);
  for (const [index, { questions }] of samples.entries()) {
    for (const { question, evidence } of questions) {
      const hits = await loom.search(question, { folder: folders[index] });
      tally.add({ question, wanted: evidence, found: hits.map(({ id }) => id.slice(id.indexOf(':') + 1)) });
    }
  }
  return tally;
}

/** Asks for what a made-up project holds, by kind of question. */
async function askWork(work) {
  const transcripts = join(work, 'work-transcripts');
  const store = join(work, 'work-store');
  const questions = inventWork({ folder: transcripts });
  importFrom(store, transcripts);
  const loom = await openLoom({ store, work });
  const tallies = new Map();
  const costs = [];
  for (const { kind, question, wanted } of questions) {
    const tally = tallies.get(kind) ?? new Tally(`work: ${kind}`, flags.misses);
    tallies.set(kind, tally);
    const hits = await loom.search(question, { match: 'auto' });
    costs.push(hits);
    tally.add({ question, wanted: [wanted], found: hits.map(({ id }) => id.slice(id.indexOf(':') + 1)) });
  }
  return { tallies: [...tallies.values()], costs };
}

const work = mkdtempSync(join(tmpdir(), 'loom-bench-search-'));
try {
  const tallies = [];
  if (wants('work')) {
    const { tallies: byKind, costs } = await askWork(work);
    tallies.push(...byKind);
    console.log(expandFigures(costs));
  }
  if (wants('talk')) tallies.push(await askSamples(work, 'invented talk', readLocomo(inventDialogues())));
  if (flags.locomo !== undefined)
    tallies.push(await askSamples(work, 'locomo', readLocomo(JSON.parse(readFileSync(flags.locomo, 'utf8')))));
  printTable(tallies);
} finally {
  rmSync(work, { recursive: true, force: true });
}
