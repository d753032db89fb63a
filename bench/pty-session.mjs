// Runs a program on a terminal of its own (with `script` of util-linux), and tells when something stands on it.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NOTE_USAGE } from './measure.mjs';

const LONGEST_MILLIS = 60_000;

function quoted(word) {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function milliseconds(since) {
  return Number(process.hrtime.bigint() - since) / 1e6;
}

/** What is printed since the last step, and who waits for something in it. */
class Screen {
  constructor() {
    this.text = '';
    this.waiting = undefined;
  }

  add(text) {
    this.text += text;
    if (this.waiting?.pattern.test(this.text)) this.waiting.found();
  }

  /** Resolves once the pattern stands in what was printed since the last `clear`. */
  async until(pattern) {
    if (pattern.test(this.text)) return;
    await new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${pattern} was never shown in ${JSON.stringify(this.text)}`)),
        LONGEST_MILLIS,
      );
      this.waiting = {
        pattern,
        found: () => {
          clearTimeout(timer);
          this.waiting = undefined;
          resolve();
        },
      };
    });
  }

  clear() {
    this.text = '';
  }
}

function commandLine(argv, { columns = 120, rows = 40 } = {}) {
  return `stty cols ${columns} rows ${rows}; exec ${argv.map(quoted).join(' ')}`;
}

async function takeSteps(child, screen, steps) {
  const times = [];
  for (const { keys, shows } of steps) {
    const since = process.hrtime.bigint();
    screen.clear();
    child.stdin.write(keys);
    await screen.until(shows);
    times.push(milliseconds(since));
  }
  return times;
}

/**
 * Runs a program until it ends. `shows`: what its first screen holds; each of `steps` types `keys` and waits for what it `shows`;
 * `last` are the keys that leave it. Resolves to milliseconds until the first screen (without one until the end), those of each
 * step, and the processor time and peak memory of a Node program.
 */
export async function runOnTerminal({ argv, env = {}, shows, steps = [], last = '' }) {
  const folder = mkdtempSync(join(tmpdir(), 'loom-bench-pty-'));
  const usage = join(folder, 'usage');
  const since = process.hrtime.bigint();
  const child = spawn('script', ['-qefc', commandLine(argv), '/dev/null'], {
    env: {
      ...process.env,
      TERM: 'xterm-256color',
      CI: 'false',
      ...env,
      NODE_OPTIONS: `--require=${NOTE_USAGE}`,
      LOOM_BENCH_USAGE: usage,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const screen = new Screen();
  child.stdout.setEncoding('utf8').on('data', (text) => screen.add(text));
  const ended = new Promise((resolve) => child.once('close', () => resolve(milliseconds(since))));
  try {
    if (shows !== undefined) await screen.until(shows);
    const first = shows === undefined ? undefined : milliseconds(since);
    const times = await takeSteps(child, screen, steps);
    if (last !== '') child.stdin.write(last);
    const whole = await ended;
    return { first: first ?? whole, steps: times, ...JSON.parse(readFileSync(usage, 'utf8')) };
  } finally {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
