import { readlinkSync } from 'node:fs';
import { isatty } from 'node:tty';

/** Name of the device behind a descriptor of this process, where the system tells. */
function deviceOf(descriptor: number): string | undefined {
  for (const folder of ['/proc/self/fd', '/dev/fd']) {
    try {
      const name = readlinkSync(`${folder}/${descriptor}`);
      if (name.startsWith('/dev/')) return name;
    } catch {
      // Systems without such links do not tell.
    }
  }
  return undefined;
}

/** The terminal of this invocation: `LOOM_TTY`, else the device of the first descriptor that is one; null when nobody tells. */
export function terminalName(env: Readonly<Record<string, string | undefined>>): string | null {
  const given = env['LOOM_TTY'];
  if (given) return given;
  const found = [0, 1, 2].filter((descriptor) => isatty(descriptor)).map(deviceOf);
  return found.find((name) => name !== undefined) ?? null;
}
