/** A terminal that a program is run on, by tmux: keys are typed into it, and what it shows is read. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { until } from '../../support/patience.ts';
import { programPath, type Sandbox } from './case-sandbox.ts';

export const hasTmux = spawnSync('tmux', ['-V']).status === 0;
export const NO_TMUX = 'tmux is not installed';

export interface Terminal {
  /** Types keys, each by its tmux name or as letters. */
  readonly type: (...keys: readonly string[]) => void;
  /** What is on the screen now, a line each. */
  readonly screen: () => readonly string[];
  /** Waits until the screen shows a text, and gives the screen. */
  readonly shows: (text: string | RegExp) => Promise<string>;
  /** Waits until the screen shows no such text any more. */
  readonly hides: (text: string | RegExp) => Promise<string>;
  readonly resize: (columns: number, rows: number) => void;
}

function holds(screen: string, text: string | RegExp): boolean {
  return typeof text === 'string' ? screen.includes(text) : text.test(screen);
}

export interface TerminalPlan {
  readonly args: readonly string[];
  readonly columns?: number;
  readonly rows?: number;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the program on a terminal of its own; it ends with the test. The exit code is shown when the program ends. */
export function openTerminal(box: Sandbox, { args, columns = 120, rows = 30, cwd, env }: TerminalPlan): Terminal {
  const folder = mkdtempSync(join(tmpdir(), 'loom-tmux-'));
  const socket = join(folder, 's');
  const tmux = (...words: readonly string[]) =>
    spawnSync('tmux', ['-S', socket, '-f', '/dev/null', ...words], { encoding: 'utf8' });
  onTestFinished(() => {
    tmux('kill-server');
    rmSync(folder, { recursive: true, force: true });
  });
  const all = { ...box.env, TERM: 'xterm-256color', LC_ALL: 'C.UTF-8', ...env };
  const words = [process.execPath, programPath, ...args].map((word) => `'${word}'`).join(' ');
  const size = ['-x', String(columns), '-y', String(rows)];
  const variables = Object.entries(all).map(([name, value]) => `${name}=${value}`);
  const line = `${words}; echo "exit $?"; exec sleep 600`;
  const started = spawnSync(
    'tmux',
    ['-S', socket, '-f', '/dev/null', 'new-session', '-d', ...size, 'env', '-i', ...variables, 'sh', '-c', line],
    { encoding: 'utf8', cwd: cwd ?? box.work },
  );
  if (started.status !== 0) throw new Error(`tmux: ${started.stderr}`);
  const screen = () => tmux('capture-pane', '-p').stdout.split('\n');
  const wait = async (isDone: (text: string) => boolean, what: string): Promise<string> => {
    let text = '';
    const isShown = () => {
      text = screen().join('\n');
      return isDone(text);
    };
    await until(isShown, () => `the screen never ${what}:\n${text}`);
    return text;
  };
  return {
    type: (...keys) => void tmux('send-keys', ...keys),
    screen,
    shows: (text) => wait((now) => holds(now, text), `showed ${text}`),
    hides: (text) => wait((now) => !holds(now, text), `hid ${text}`),
    resize: (x, y) => void tmux('resize-window', '-x', String(x), '-y', String(y)),
  };
}
