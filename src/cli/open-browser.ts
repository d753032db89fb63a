import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findProgram, programFolders } from '../files/find-program.ts';
import { currentFolder } from './system-sources.ts';

/** The program that opens a file with whatever the person uses for it; never one of the current folder. */
function openerOf(platform: NodeJS.Platform): readonly [program: string | undefined, ...words: string[]] {
  if (platform === 'darwin') return ['/usr/bin/open'];
  if (platform === 'win32')
    return [join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'cmd.exe'), '/c', 'start', '""'];
  return [findProgram(['xdg-open'], process.env, { exactly: [currentFolder()] })];
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
  const [program, ...words] = openerOf(process.platform);
  if (program === undefined) return { failure: 'xdg-open is not on PATH', forget: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'loom-serve-'));
  const file = join(folder, 'loom.html');
  const forget = (): void => rmSync(folder, { recursive: true, force: true });
  writeFileSync(file, leadTo(address), { mode: 0o600, flag: 'wx' });
  // It is a script, which looks for programs itself.
  const env = { ...process.env, PATH: programFolders(process.env, { exactly: [currentFolder()] }).join(delimiter) };
  const failure = await new Promise<string | null>((resolve) => {
    const child = spawn(program, [...words, file], { stdio: 'ignore', detached: true, cwd: tmpdir(), env });
    child.once('error', (error) => resolve(error.message));
    child.once('spawn', () => {
      child.unref();
      resolve(null);
    });
  });
  return { failure, forget };
}
