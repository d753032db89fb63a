// Prints how loom's times compare with those of simple programs, target and measured side by side. Never a test: times
// depend on the machine, so the exit code says only whether the rows could be measured.
// node bench/run.mjs [--quick] [--rounds N] [--only start,hook,list,import,floor,long,mixed,again,rebuild,verify,search,face,context,resume]
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { faceRows } from './face-rows.mjs';
import { generateLongTranscript, generateTranscripts } from './generate-transcripts.mjs';
import { hookRows } from './hook-rows.mjs';
import { leaveAside } from './measure.mjs';
import { mixedRows } from './mixed-rows.mjs';
import { resumeRow } from './resume-row.mjs';
import {
  contextRow,
  floorRows,
  format,
  importAgainRow,
  importRows,
  listRow,
  makeStore,
  rebuildRow,
  searchRows,
  startRows,
  verifyRow,
} from './rows.mjs';

const SIZES = { quick: [100, 1_000], whole: [100, 1_000, 10_000] };
const LONG_BYTES = { quick: 20_000_000, whole: 200_000_000 };
const MIXED_BYTES = { quick: 50_000_000, whole: 500_000_000 };
const HOOK_BYTES = { quick: [20_000_000, 10_000_000], whole: [100_000_000, 70_000_000] };
const RECORDS = { quick: 100_000, whole: 1_000_000 };
/** Rows that are measured on stores of several sizes. */
const SAMPLE_ROWS = ['list', 'import', 'floor', 'again', 'rebuild', 'verify'];
/** Beyond this size the rows of one run take minutes, and a single round says enough. */
const LARGE = 5_000;

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
});
const mode = flags.quick ? 'quick' : 'whole';
const only = flags.only?.split(',');
const wants = (name) => only === undefined || only.includes(name);
const rounds = Number(flags.rounds);

/** Target and measured of a row, in its own measure. */
function figuresOf({ target, megabytes, milliseconds, ratio }) {
  if (megabytes !== undefined) return [`≤ ${target} MB`, `${megabytes.toFixed(0)} MB`];
  if (milliseconds !== undefined) return [`≤ ${target} ms`, `${milliseconds.toFixed(0)} ms`];
  return [`≤ ${target}×`, `${ratio.toFixed(2)}×`];
}

function printRow(row) {
  const [target, measured] = figuresOf(row);
  const times = row.ratio === undefined ? '' : `${format(row.measured)} / ${format(row.base)}`;
  console.log([target.padStart(9), measured.padStart(8), row.what, times, row.note ?? ''].join('  ').trimEnd());
}

function print(rows) {
  for (const row of [rows].flat()) printRow(row);
}

function benchSample(work, sessions) {
  const sample = {
    name: `${sessions} sessions`,
    transcripts: join(work, `t${sessions}`),
    store: join(work, `s${sessions}`),
  };
  const { files, bytes } = generateTranscripts({ folder: sample.transcripts, sessions });
  console.log(`${sessions} sessions: ${files} files, ${(bytes / 1e6).toFixed(1)} MB`);
  const few = sessions > LARGE ? 1 : Math.min(rounds, 3);
  makeStore(sample);
  if (wants('list')) print(listRow({ sample, rounds }));
  if (wants('import')) print(importRows({ sample, work, rounds: few }));
  if (wants('floor')) print(floorRows({ sample, work, rounds: few }));
  if (wants('again')) print(importAgainRow({ sample, work, rounds }));
  if (wants('rebuild')) print(rebuildRow({ sample, rounds: few }));
  if (wants('verify')) print(verifyRow({ sample, rounds: few }));
  for (const folder of [sample.transcripts, sample.store]) leaveAside(folder);
}

function benchLongFile(work) {
  const transcripts = join(work, 'long');
  const { bytes } = generateLongTranscript({ folder: transcripts, bytes: LONG_BYTES[mode] });
  const sample = { name: `one file of ${(bytes / 1e6).toFixed(0)} MB`, transcripts };
  print(importRows({ sample, work, rounds: 1 }));
}

const CONTEXT_BYTES = 10_000_000;

function benchContext(work) {
  const sample = { transcripts: join(work, 'context'), store: join(work, 'context-store') };
  const { bytes } = generateLongTranscript({ folder: sample.transcripts, bytes: CONTEXT_BYTES });
  makeStore(sample);
  print(contextRow({ sample: { ...sample, name: `one session of ${(bytes / 1e6).toFixed(0)} MB` }, rounds }));
}

const work = mkdtempSync(join(tmpdir(), 'loom-bench-'));
try {
  console.log(
    `Node ${process.version}, ${cpus().length} cores; medians of interleaved runs, ${rounds} rounds for short ones`,
  );
  console.log(['target'.padStart(9), 'measured'.padStart(8), 'what', 'times'].join('  '));
  if (wants('start')) print(startRows({ work, rounds: rounds * 3 }));
  if (wants('hook')) {
    const [journalBytes, transcriptBytes] = HOOK_BYTES[mode];
    print(hookRows({ work, rounds: rounds * 2, journalBytes, transcriptBytes }));
  }
  if (SAMPLE_ROWS.some(wants)) for (const sessions of SIZES[mode]) benchSample(work, sessions);
  if (wants('long')) benchLongFile(work);
  if (wants('mixed'))
    for (const isStretched of [false, true])
      print(mixedRows({ work, bytes: MIXED_BYTES[mode], rounds: flags.quick ? 2 : 1, isStretched }));
  if (wants('search')) print(searchRows({ work, records: RECORDS[mode], rounds }));
  if (wants('face')) print(await faceRows({ work, records: RECORDS[mode], rounds }));
  if (wants('context')) benchContext(work);
  if (wants('resume')) print(await resumeRow({ work, files: 20_000, commits: 5_000, rounds }));
} finally {
  rmSync(work, { recursive: true, force: true });
}
