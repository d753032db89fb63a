/** The part of a plugin that calls `loom hook`: nothing it does may throw, block or outlive its time. */
export function pluginSender(word: string, program: string): string {
  return `import { spawn } from 'node:child_process';

const LOOM = ${JSON.stringify(program)};

/** Calls loom once and forgets it. Resolves to what it printed, in time, or to nothing; never rejects. */
function send(payload, millis = 10_000) {
  return new Promise((resolve) => {
    try {
      let printed = '';
      const child = spawn(LOOM, ['hook', '${word}'], { detached: true, windowsHide: true, stdio: ['pipe', 'pipe', 'ignore'] });
      const timer = setTimeout(() => {
        resolve('');
        child.kill('SIGKILL');
      }, millis);
      timer.unref?.();
      child.on('error', () => resolve(''));
      child.on('close', () => {
        clearTimeout(timer);
        resolve(printed.slice(0, 10_000).trim());
      });
      child.stdin.on('error', () => {});
      child.stdout.on('error', () => {});
      child.stdout.on('data', (chunk) => {
        if (printed.length < 10_000) printed += chunk;
      });
      child.stdin.end(JSON.stringify(payload));
      child.unref();
      child.stdout.unref?.();
    } catch {
      resolve('');
    }
  });
}

/** A hook that throws could end a turn of the agent. */
function guarded(tell) {
  return async (...given) => {
    try {
      return await tell(...given);
    } catch {
      return undefined;
    }
  };
}
`;
}
