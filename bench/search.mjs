// Prints how well loom finds what was said: recall at 1, 5, 10 and 25 hits, and the mean reciprocal rank of the first right one.
// Talks are also asked for by plain BM25, and by loom without what stands around a hit, so that the gain over both shows.
// node bench/search.mjs [--locomo FILE] [--only work,talk,letters] [--misses]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openLoom } from './ask-loom.mjs';
import { inventDialogues } from './invented-dialogues.mjs';
import { inventLetters } from './invented-letters.mjs';
import { inventWork } from './invented-work.mjs';
import { readLocomo, writeTranscripts } from './locomo.mjs';
import { openPlainSearch } from './plain-search.mjs';
import { expandFigures, printGains, printTable, Tally } from './search-figures.mjs';

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

/** Asks every question of every sample among its own conversations, of whatever answers. */
async function tallyOf(name, samples, ask) {
  const tally = new Tally(name, flags.misses);
  for (const [index, { questions }] of samples.entries()) {
    for (const { question, evidence } of questions)
      tally.add({ question, wanted: evidence, found: await ask(question, index) });
  }
  return tally;
}

async function tallyOfLoom(name, samples, { loom, folders }) {
  return tallyOf(name, samples, async (question, index) => {
    const hits = await loom.search(question, { folder: folders[index] });
    return hits.map(({ id }) => id.slice(id.indexOf(':') + 1));
  });
}

/** By loom, by loom without neighbours, and by plain BM25. */
async function askSamples(work, name, samples) {
  const transcripts = join(work, `${name}-transcripts`);
  const store = join(work, `${name}-store`);
  const folders = writeTranscripts(samples, transcripts);
  importFrom(store, transcripts);
  const plain = samples.map(({ sessions }) => openPlainSearch(sessions));
  return [
    await tallyOfLoom(name, samples, { loom: await openLoom({ store, work }), folders }),
    await tallyOfLoom(`${name}, without neighbours`, samples, {
      loom: await openLoom({ store, work, neighbours: false }),
      folders,
    }),
    await tallyOf(`${name}, plain BM25`, samples, (question, index) => plain[index].search(question)),
  ];
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
  const talks = [];
  if (wants('talk')) talks.push(await askSamples(work, 'invented talk', readLocomo(inventDialogues())));
  if (wants('letters')) talks.push(await askSamples(work, 'invented letters', readLocomo(inventLetters())));
  if (flags.locomo !== undefined)
    talks.push(await askSamples(work, 'locomo', readLocomo(JSON.parse(readFileSync(flags.locomo, 'utf8')))));
  tallies.push(...talks.flat());
  printTable(tallies);
  for (const [loom, ...others] of talks) printGains(loom, others);
} finally {
  rmSync(work, { recursive: true, force: true });
}
