// Random commands, faults and kills against one store, for as long as is asked: npm run soak [-- --minutes 10 --seed N --processes 2]
// What was acknowledged is remembered outside of the store; whatever of it is not there is a failure, and the seed repeats the run:
// the same commands and faults in the same order. What two processes do to each other at the same time, no seed repeats.
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { turnRecords } from './soak-turn.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [text, two] = [{ type: 'string' }, { type: 'string', default: '2' }];
const options = { minutes: { type: 'string', default: '10' }, seed: text, steps: text, processes: two };
const { values } = parseArgs({ options, strict: true });
const processes = Number(values.processes);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const until = Date.now() + Number(values.minutes) * 60_000;
const steps = Number(values.steps ?? Number.POSITIVE_INFINITY);

let state = seed >>> 0;
/** A generator of its own, so that a seed gives the same run again. */
function random(below) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 4_294_967_296) * below);
}
const pick = (list) => list[random(list.length)];

const scratch = mkdtempSync(join(tmpdir(), 'loom-soak-'));
const [home, store, work] = ['home', 'store', 'work'].map((name) => join(scratch, name));
const sources = join(home, '.claude', 'projects', '-harbour');
for (const folder of [sources, work]) mkdirSync(folder, { recursive: true });

const shim = join(scratch, 'fault-shim.so');
function compileShim() {
  try {
    execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-o', shim, join(root, 'test/crash/fault-shim.c'), '-ldl']);
    return true;
  } catch {
    console.log('without gcc no system call fails; commands are only killed');
    return false;
  }
}
const hasShim = compileShim();

const env = {
  PATH: process.env.PATH,
  HOME: home,
  LOOM_HOME: store,
  LOOM_CAPTURE_SYNC: 'off',
  TZ: 'UTC',
  NO_COLOR: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};
const CALLS = ['write', 'sync', 'rename', 'open', 'unlink', 'truncate', 'mkdir'];
const [EIO, ENOSPC, KILL] = [5, 28, 0];

/** The fault of one step: none, a failing call, or a death at one. */
function pickFault() {
  const wish = random(10);
  if (wish < 3 || !hasShim) return {};
  return {
    LD_PRELOAD: shim,
    FAULT_OP: pick(CALLS),
    FAULT_N: String(1 + random(wish < 8 ? 8 : 40)),
    FAULT_ERRNO: String(pick([EIO, ENOSPC, KILL])),
    FAULT_FOREVER: String(random(2)),
    FAULT_SHORT: String(random(400)),
    FAULT_PATH: store,
    FAULT_EXE: 'node',
  };
}

/** What was acknowledged: prompts by session, the title of each, sources by their number of turns, texts of memory. */
const model = { started: [], prompts: [], titles: new Map(), sources: new Map(), memory: [], hooks: [] };
const tally = { steps: 0, acknowledged: 0, refused: 0, killed: 0 };

function loom(args, { fault = {}, input = '', timeout } = {}) {
  const child = spawn(process.execPath, [join(root, 'bin/run.js'), ...args], { cwd: work, env: { ...env, ...fault } });
  const run = { args, code: null, signal: null, stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (chunk) => {
      run[name] += chunk;
    });
  }
  // One that dies early does not read what it is given.
  child.stdin.on('error', () => undefined).end(input);
  const timer = timeout === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), timeout);
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ ...run, code, signal });
    });
  });
}

function fail(what, run) {
  console.log(`FAILED at step ${tally.steps}, seed ${seed}: ${what}`);
  if (run !== undefined)
    console.log(
      `loom ${run.args.join(' ').slice(0, 300)} → ${run.code ?? run.signal}\n${run.stderr}${run.stdout.slice(0, 2000)}`,
    );
  console.log(
    `the store is kept: ${store}\nagain: npm run soak -- --seed ${seed} --steps ${tally.steps} --processes ${processes}`,
  );
  process.exit(1);
}

let serial = 0;
/** New sources, and new turns of old ones; then an import. */
function importing() {
  const known = [...model.sources.keys()];
  const session = known.length === 0 || (random(3) === 0 && known.length < 40) ? undefined : pick(known);
  const name = session ?? `${(known.length + 1).toString(16).padStart(8, '0')}-5a5a-4b4b-8c8c-7d7d7d7d7d7d`;
  const before = model.sources.get(name) ?? { written: 0, kept: 0 };
  const more = 1 + random(5);
  const words = () => (random(20) === 0 ? 20_000 : random(60));
  const places = Array.from({ length: more }, (_, n) => ({ session: name, n: before.written + n, cwd: work }));
  const lines = places.flatMap((place) => turnRecords({ ...place, words: words() }));
  appendFileSync(join(sources, `${name}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  model.sources.set(name, { ...before, written: before.written + more });
  return {
    args: ['import', 'claude'],
    acknowledge: () => {
      for (const [id, { written }] of model.sources) model.sources.set(id, { written, kept: written });
    },
  };
}

function starting() {
  const native = `pilot-${model.started.length}-${tally.steps}`;
  return {
    args: ['sessions', 'start', '--native-id', native, '--title', native],
    acknowledge: () => model.started.push(native),
  };
}

function recording() {
  if (model.started.length === 0) return starting();
  serial += 1;
  const text = `prompt ${serial} of ${seed} ${'flood '.repeat(random(200))}`.trim();
  const args = ['sessions', 'record', pick(model.started), 'prompt.submitted', '--data', JSON.stringify({ text })];
  return { args, acknowledge: () => model.prompts.push(text) };
}

function renaming() {
  if (model.started.length === 0) return starting();
  const native = pick(model.started);
  const title = `Title ${tally.steps}`;
  const renamed = (how) => () => renames.push({ native, title, how });
  return {
    args: ['sessions', 'rename', native, title],
    acknowledge: renamed('done'),
    unknown: renamed('unknown'),
  };
}

let renames = [];
/** Which titles a session may have: one of those that were given last, at the same time, or of which it is not known. */
function settleRenames() {
  for (const native of new Set(renames.map((each) => each.native))) {
    const titles = (how) =>
      renames.filter((each) => each.native === native && each.how === how).map(({ title }) => title);
    const done = titles('done');
    const before = done.length > 0 ? done : (model.titles.get(native) ?? [native]);
    model.titles.set(native, [...before, ...titles('unknown')]);
  }
  renames = [];
}

function remembering() {
  serial += 1;
  const text = `Berth ${serial} is ${random(90)} metres from quay ${random(9_000)}`;
  const args = ['memory', 'propose', text, '--new', '--accept', '--approved-by', 'Mara', '--evidence', 'log'];
  return { args, acknowledge: () => model.memory.push(text) };
}

function hooking() {
  serial += 1;
  const prompt = `hook ${serial} of ${seed}`;
  const input = JSON.stringify({
    session_id: `live-${random(5)}`,
    cwd: work,
    hook_event_name: 'UserPromptSubmit',
    prompt,
  });
  // A hook is silent whatever happens: it is only known to have done its work when nothing failed.
  return { args: ['hook', 'claude-code'], input, acknowledge: () => model.hooks.push(prompt), isSilent: true };
}

const plain = (...args) => ({ args, acknowledge: () => undefined });
const STEPS = [
  importing,
  importing,
  starting,
  recording,
  recording,
  recording,
  renaming,
  renaming,
  remembering,
  hooking,
  hooking,
  () => plain('index', 'rebuild'),
  () => plain('index', 'drop'),
  () => plain('memory', 'digest'),
  () => plain('sessions', 'list', '--all'),
  () => plain('export', '--all', '--force', '--output', join(scratch, 'store.jsonl')),
  () => plain('journal', 'repair', '--yes'),
];
/** 5: another one at the same time. */
const MAY = new Set(processes > 1 ? [0, 3, 5, 6, 7] : [0, 3, 6, 7]);

/** What one process is to do, and what is to happen to it; chosen before any of a round begins. */
function planStep() {
  tally.steps += 1;
  return { ...pick(STEPS)(), fault: pickFault(), timeout: random(6) === 0 ? 40 + random(400) : undefined };
}

function judge({ fault, acknowledge, unknown, isSilent = false }, run) {
  if (run.signal !== null) tally.killed += 1;
  else if (!MAY.has(run.code)) fail('an exit code that no fault explains', run);
  else if (run.code !== 0) tally.refused += 1;
  if (run.code === 0 && !(isSilent && fault.FAULT_OP !== undefined)) {
    tally.acknowledged += 1;
    acknowledge();
  } else unknown?.();
}

/** Some processes at the same time. */
async function round() {
  const plans = Array.from({ length: processes }, planStep);
  const runs = await Promise.all(plans.map((plan) => loom(plan.args, plan)));
  for (const [index, run] of runs.entries()) judge(plans[index], run);
  settleRenames();
}

/** Everything that was acknowledged is there, and verify finds nothing that running on does not explain. */
async function check() {
  const list = await loom(['sessions', 'list', '--all', '--json']);
  if (list.code !== 0) fail('the list', list);
  const rows = new Map(JSON.parse(list.stdout).map((row) => [row.nativeId, row]));
  checkSessions(rows);
  await checkTexts();
  await checkMemory();
  const verify = await loom(['journal', 'verify', '--json']);
  const errors = JSON.parse(verify.stdout).findings.filter(
    ({ severity, code }) => severity === 'error' && !code.startsWith('orphan-'),
  );
  if (errors.length > 0) fail(`verify: ${JSON.stringify(errors)}`);
}

function checkSessions(rows) {
  for (const native of model.started) if (!rows.has(native)) fail(`session ${native} is gone`);
  for (const [native, titles] of model.titles) {
    if (!titles.includes(rows.get(native)?.title))
      fail(`${native} is called ${rows.get(native)?.title}, not ${titles.at(-1)}`);
  }
  for (const [native, { kept }] of model.sources) {
    if (kept > 0 && (rows.get(native)?.counts.prompts ?? 0) < kept) fail(`${native} has fewer than ${kept} prompts`);
  }
}

async function checkTexts() {
  const exported = await loom(['export', '--all']);
  if (exported.code !== 0) fail('the export', exported);
  const prompts = exported.stdout.split('\n').filter((line) => line.includes('prompt.submitted'));
  const all = prompts.join('\n');
  for (const text of [...model.prompts, ...model.hooks]) {
    const count = all.split(JSON.stringify(text)).length - 1;
    if (count !== 1) fail(`prompt ${text.slice(0, 60)} is there ${count} times`);
  }
}

async function checkMemory() {
  const list = await loom(['memory', 'list', '--all', '--any-status', '--json']);
  if (list.code !== 0) fail('the list of memory', list);
  const texts = new Set(JSON.parse(list.stdout).map(({ text }) => text));
  for (const text of model.memory) if (!texts.has(text)) fail(`memory is gone: ${text}`);
}

console.log(
  `soak: seed ${seed}, ${Number.isFinite(steps) ? `${steps} steps` : `${values.minutes} minutes`}, ${scratch}`,
);
let checked = Date.now();
while (Date.now() < until && tally.steps < steps) {
  await round();
  if (tally.steps % 24 < processes || tally.steps >= steps) await check();
  if (Date.now() - checked > 30_000) {
    checked = Date.now();
    console.log(JSON.stringify(tally));
  }
}
await check();
const held = model.prompts.length + model.hooks.length + model.memory.length + model.started.length;
console.log(
  `${JSON.stringify(tally)}; ${held} facts and ${model.sources.size} imported sessions, nothing acknowledged was lost`,
);
if (existsSync(scratch)) rmSync(scratch, { recursive: true, force: true });
