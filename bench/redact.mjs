// Prints how fast the redactor is and what it finds. Never a test: times depend on the machine.
// Processor time of the whole process, since other work on a machine makes the clock say more.
// node bench/redact.mjs [--megabytes N] [--corpus FILE.jsonl] [--adversarial [--sample N] [--seed N]]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { plannedRedaction } from '../scripts/planned-redaction.mjs';
import { generateTranscripts } from './generate-transcripts.mjs';
import { filesBelow } from './rows.mjs';

const { values: flags } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '30' },
    corpus: { type: 'string' },
    adversarial: { type: 'boolean' },
    /** How many of the texts made from the table, drawn by the seed; all of them without it. */
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    /** One text in a process that redacts nothing before it; used by the bench itself. */
    cold: { type: 'string' },
  },
});
const MEGABYTE = 1 << 20;
const FAMILIES = [
  '.',
  'A',
  '[',
  '{"a":[',
  'sk-',
  'AKIA',
  'ghp_short ',
  'eyJ',
  'c2stcHJvai0',
  'QUtJQTEyMzQ1Njc4OTA',
  '%2F',
  'é',
  '😀',
  '密码：',
  'password=',
  "password='",
  'token: ',
  'mysql -p',
  'kind: Secret\n',
  `${'A'.repeat(64)}\n`,
];
const CONTEXTS = [
  (secret) => `VALUE=${secret}\nNEXT=1`,
  (secret) => JSON.stringify({ output: JSON.stringify({ value: secret }) }),
  (secret) => `I used ${secret}, and it worked.`,
  (secret) => `call(${secret})`,
  (secret) => `https://example.org/?v=${secret}&next=1`,
  (secret) => `| ${secret} | x |`,
];

/** Loads the redactor and the invented samples of its tests, bundled as they are. */
async function load(work) {
  const contents = `
    export { createRedactor } from './src/redaction/redactor.ts';
    export { planOfTable } from './src/redaction/secret-anchors.ts';
    export { RULE_TABLE } from './src/redaction/rule-table.ts';
    export { adversariesOf } from './test/redaction/adversarial-texts.ts';
    export { SAMPLES } from './test/redaction/secret-samples.ts';
    export { VENDOR_SAMPLES } from './test/redaction/vendor-samples.ts';
    export { createHmac } from 'node:crypto';`;
  const stdin = { contents, resolveDir: process.cwd(), loader: 'ts' };
  const shared = { stdin, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' };
  const unplanned = join(work, 'unplanned.mjs');
  await build({ ...shared, outfile: unplanned });
  const { planOfTable } = await import(unplanned);
  // The program is built with the plan of its anchors, too.
  const outfile = join(work, 'redactor.mjs');
  await build({ ...shared, outfile, plugins: [plannedRedaction(planOfTable())] });
  return import(outfile);
}

/** Milliseconds of processor time. */
function spent(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function printSpeed(redactor, work) {
  const folder = join(work, 'transcripts');
  generateTranscripts({ folder, sessions: Number(flags.megabytes) * 10 });
  const lines = filesBelow(folder).flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
  for (const line of lines.slice(0, 2000)) redactor.redact(line);
  const time = spent(() => {
    for (const line of lines) redactor.redact(line);
  });
  console.log(
    `speed: ${(bytes / 1e6 / (time / 1000)).toFixed(1)} MB/s over ${(bytes / 1e6).toFixed(0)} MB of transcripts, every line redacted whole (target ≥ 8)`,
  );
}

function printFamilies(redactor) {
  for (const family of FAMILIES) {
    const text = family.repeat(Math.ceil(MEGABYTE / family.length));
    const time = spent(() => redactor.redact(text));
    console.log(
      `1 MB of ${JSON.stringify(family.slice(0, 20))}: ${time.toFixed(0)} ms${time > 300 ? ' (over 300)' : ''}`,
    );
  }
}

const SHORT = 1 << 16;
const WORST = 10;
const AT_MOST = 300;
const PROGRESS = 2000;

/** The least of several, since other work on the machine makes it more. */
function leastSpent(work, times) {
  return Math.min(...Array.from({ length: times }, () => spent(work)));
}

/** Some of many, the same for a seed. */
function sampleOf(many, count, seed) {
  let state = seed >>> 0;
  const drawn = many.map((one) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return { one, order: state };
  });
  return drawn
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ one }) => one);
}

/** Milliseconds of a text of 1 MB in a process that redacts it first. */
function coldSpent(index) {
  const run = spawnSync(process.execPath, [process.argv[1], '--cold', String(index)], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return Number(run.stdout);
}

/** Texts made from the table itself: all of them short, and the slowest again at 1 MB, warm and cold. */
function printAdversaries(redactor, all) {
  const numbered = all.map((adversary, index) => ({ ...adversary, index }));
  const chosen = flags.sample === undefined ? numbered : sampleOf(numbered, Number(flags.sample), Number(flags.seed));
  const start = Date.now();
  const rows = chosen.map((row, done) => {
    if (done % PROGRESS === 0) console.error(`${done} of ${chosen.length} texts, ${(Date.now() - start) / 1000} s`);
    const text = row.make(SHORT);
    return { ...row, time: spent(() => redactor.redact(text)) };
  });
  const slowest = rows.sort((a, b) => b.time - a.time).slice(0, 3 * WORST);
  const whole = slowest.map((row) => {
    const text = row.make(MEGABYTE);
    const time = leastSpent(() => redactor.redact(text), 3);
    return { ...row, time, cold: Math.min(coldSpent(row.index), coldSpent(row.index)) };
  });
  const over = (by) => whole.filter((row) => row[by] > AT_MOST).length;
  console.log(
    `texts made from the table: ${rows.length}, in ${((Date.now() - start) / 1000).toFixed(0)} s; of the ${whole.length} slowest ${over('time')} take more than ${AT_MOST} ms for 1 MB, ${over('cold')} in a process that redacts nothing before`,
  );
  for (const { name, rule, time, cold } of whole.sort((a, b) => b.cold - a.cold).slice(0, WORST))
    console.log(`  ${time.toFixed(0)} ms, cold ${cold.toFixed(0)} ms: ${name} (${rule})`);
}

/** The oracle: whether secretlint reports anything in a text. */
async function openOracle() {
  const { lintSource } = await import('@secretlint/core');
  const { creator } = await import('@secretlint/secretlint-rule-preset-recommend');
  const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] };
  return async (content) => {
    const source = { content, filePath: 'a.txt', ext: '.txt', contentType: 'text' };
    return (await lintSource({ source, options: { config, noPhysicFilePath: true } })).messages.length > 0;
  };
}

/** What both say of one sample in every context, added to the sums. */
async function judgeSample(redactor, finds, { make, sums }) {
  for (const context of CONTEXTS) {
    const secret = make();
    const text = context(secret);
    const isHidden = !redactor.redact(text).text.includes(secret.slice(-16));
    const isReported = await finds(text);
    sums.all += 1;
    sums.loom += Number(isHidden);
    sums.oracle += Number(isReported);
    sums.oracleOnly += Number(isReported && !isHidden);
  }
}

async function printQuality(redactor, samples) {
  const finds = await openOracle();
  const sums = { all: 0, loom: 0, oracle: 0, oracleOnly: 0 };
  for (const { make } of samples) await judgeSample(redactor, finds, { make, sums });
  const nearMisses = samples.flatMap((sample) => sample.nearMisses.map((nearMiss) => nearMiss()));
  const altered = nearMisses.filter((text) => redactor.redact(text).text !== text).length;
  const share = (count) => `${((100 * count) / sums.all).toFixed(1)} %`;
  console.log(
    `samples of the rules' own tests in ${CONTEXTS.length} contexts: ${sums.all}; loom ${share(sums.loom)}, secretlint ${share(sums.oracle)}, secretlint alone ${sums.oracleOnly}`,
  );
  console.log(`near misses: ${nearMisses.length}, altered ${altered}`);
}

/** Any 60 % of a secret in a row that are left count as a leak. */
function leaks({ secret, forms = [] }, text) {
  return [secret, ...forms].some((form) => {
    const length = Math.ceil(form.length * 0.6);
    for (let at = 0; at + length <= form.length; at += 1) if (text.includes(form.slice(at, at + length))) return true;
    return false;
  });
}

/** A corpus of lines {"kind","text","secret","forms"?}; kinds are named by whoever wrote it. */
function printCorpus(redactor, path) {
  const sums = new Map();
  for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
    const item = JSON.parse(line);
    const text = redactor.redact(item.text).text;
    const isGood = item.secret === null ? text === item.text : !leaks(item, text);
    const sum = sums.get(item.kind) ?? { all: 0, good: 0 };
    sums.set(item.kind, { all: sum.all + 1, good: sum.good + (isGood ? 1 : 0) });
  }
  for (const [kind, { all, good }] of sums)
    console.log(`corpus, ${kind}: ${good} of ${all} = ${((100 * good) / all).toFixed(2)} %`);
}

const work = mkdtempSync(join(tmpdir(), 'loom-bench-redact-'));
try {
  const { createRedactor, createHmac, adversariesOf, RULE_TABLE, SAMPLES, VENDOR_SAMPLES } = await load(work);
  const hmac = (key, text) => createHmac('sha256', key).update(text).digest();
  const redactor = createRedactor({ key: new Uint8Array(32).fill(7), hmac });
  if (flags.cold !== undefined) {
    const text = adversariesOf(RULE_TABLE)[Number(flags.cold)].make(MEGABYTE);
    console.log(spent(() => redactor.redact(text)));
  } else {
    printSpeed(redactor, work);
    printFamilies(redactor);
    if (flags.adversarial) printAdversaries(redactor, adversariesOf(RULE_TABLE));
    await printQuality(redactor, [...SAMPLES, ...VENDOR_SAMPLES]);
    if (flags.corpus !== undefined) printCorpus(redactor, flags.corpus);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
