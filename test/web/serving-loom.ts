/** `loom serve` in the background. */
import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { programPath, type Sandbox } from '../cli/support/case-sandbox.ts';
import { until } from '../support/patience.ts';

export interface ServingLoom {
  readonly address: string;
  readonly origin: string;
  readonly port: number;
  /** The beginning of every address. */
  readonly base: string;
  /** Waits until standard error holds a text. */
  readonly says: (text: string) => Promise<void>;
  /** Asks it to end, as Ctrl-C does; its exit code. */
  readonly stop: () => Promise<number | null>;
}

/** Starts it and waits for its address; it ends with the test. */
export async function startServing(box: Pick<Sandbox, 'work' | 'env'>, words: readonly string[]): Promise<ServingLoom> {
  const child = spawn(process.execPath, [programPath, 'serve', '--json', ...words], { cwd: box.work, env: box.env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk)));
    child.once('close', () => reject(new Error(`it ended: ${stderr}`)));
  });
  const { address, origin, port } = JSON.parse(line) as { address: string; origin: string; port: number };
  return {
    address,
    origin,
    port,
    base: address.replace(/\/enter\?.*$/, ''),
    says: (text) =>
      until(
        () => stderr.includes(text),
        () => `never said ${text}: ${stderr}`,
      ),
    stop: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}
