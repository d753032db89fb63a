import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { ProcessMark } from '../events/session-data.ts';

/** Programs that agents run hooks through. */
const SHELLS: ReadonlySet<string> = new Set([
  'sh',
  'dash',
  'bash',
  'zsh',
  'ash',
  'ksh',
  'fish',
  'env',
  'timeout',
  'npx',
]);
const MOST_SHELLS = 4;

interface Status {
  readonly name: string;
  readonly parent: number;
  readonly started: string;
}

/** Fields after the program's name, which stands in brackets and may hold anything. */
function statusOf(pid: number): Status | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    const fields = text.slice(end + 2).split(' ');
    const started = fields[19];
    if (started === undefined) return undefined;
    return { name: text.slice(text.indexOf('(') + 1, end), parent: Number(fields[1]), started };
  } catch {
    return undefined;
  }
}

function bootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return undefined;
  }
}

/**
 * The process that runs the hook: the nearest one above loom that is no shell. Only asked where the system tells it at the
 * cost of reading two or three small files; `undefined` elsewhere, and then whether the agent lives is not known.
 */
export function agentProcess(): ProcessMark | undefined {
  if (process.platform !== 'linux') return undefined;
  let pid = process.ppid;
  for (let step = 0; step < MOST_SHELLS; step += 1) {
    const status = statusOf(pid);
    if (status === undefined || pid <= 1) return undefined;
    if (!SHELLS.has(status.name)) {
      const boot = bootId();
      return { host: hostname(), ...(boot === undefined ? {} : { boot }), pid, started: status.started };
    }
    pid = status.parent;
  }
  return undefined;
}
