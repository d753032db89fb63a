import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The program that opens a file with whatever the person uses for it. */
function openerOf(platform: NodeJS.Platform): readonly [program: string, ...words: string[]] {
  if (platform === 'darwin') return ['open'];
  return platform === 'win32' ? ['cmd', '/c', 'start', '""'] : ['xdg-open'];
}

/** A page that leads to an address. */
function leadTo(address: string): string {
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>loom</title><meta http-equiv="refresh" content="0;url=${address}"></head><body><a href="${address}">loom</a></body></html>\n`;
}

/** What starting a browser came to. */
export interface OpenedBrowser {
  /** Why there is none; null when one was asked to start. */
  readonly failure: string | null;
  /** Removes what was written for it. */
  readonly forget: () => void;
}

/**
 * Asks the system to open an address. It goes by way of a file that only this person reads: other users see the words of a command
 * line.
 */
export async function openBrowser(address: string): Promise<OpenedBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'loom-serve-'));
  const file = join(folder, 'loom.html');
  const forget = (): void => rmSync(folder, { recursive: true, force: true });
  writeFileSync(file, leadTo(address), { mode: 0o600, flag: 'wx' });
  const [program, ...words] = openerOf(process.platform);
  const failure = await new Promise<string | null>((resolve) => {
    const child = spawn(program, [...words, file], { stdio: 'ignore', detached: true });
    child.once('error', (error) => resolve(error.message));
    child.once('spawn', () => {
      child.unref();
      resolve(null);
    });
  });
  return { failure, forget };
}
