/** `loom import --watch` in the background, and what it says as it says it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { until } from '../../support/patience.ts';
import { programPath, type Sandbox } from './case-sandbox.ts';

/** A line that `--jsonl` prints. */
export interface WatchLine {
  readonly kind: 'session' | 'problem' | 'claims';
  readonly status?: string;
  readonly session?: string;
  readonly path?: string;
  readonly code?: string;
  readonly proposed?: number;
}

/** A watching program; `until` waits for a condition however long the machine takes, within reason. */
export class WatchingLoom {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  #out = '';
  #err = '';

  constructor(box: Sandbox, words: readonly string[]) {
    this.#child = spawn(process.execPath, [programPath, 'import', '--watch', '--jsonl', ...words], {
      cwd: box.work,
      env: box.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      this.#out += chunk.toString('utf8');
    });
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#err += chunk.toString('utf8');
    });
    this.#ended = new Promise((resolve) => {
      this.#child.on('close', (code) => resolve(code));
    });
    onTestFinished(() => {
      this.#child.kill('SIGKILL');
    });
  }

  lines(): readonly WatchLine[] {
    return this.#out
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as WatchLine);
  }

  /** What it told of sessions, in order. */
  statuses(): readonly string[] {
    return this.lines().flatMap(({ status }) => status ?? []);
  }

  until(what: string, holds: () => boolean): Promise<void> {
    return until(holds, () => `never: ${what}\n${this.#out}\n--- stderr\n${this.#err}`);
  }

  /** All that was there is imported, and changes are waited for. */
  async watches(): Promise<void> {
    await this.until('it watches', () => this.#err.includes('Watching '));
  }

  /** Sends a signal and gives the exit code. */
  async stop(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal);
    return this.#ended;
  }
}
