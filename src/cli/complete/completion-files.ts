import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import {
  type ForeignFile,
  foreignText,
  readForeignPath,
  removeForeignFile,
  replaceForeignFile,
} from '../../files/foreign-file.ts';
import { realPlace } from '../../files/held-folder.ts';
import { sayErrno } from '../../kernel/errno-of.ts';
import { LoomError } from '../../kernel/loom-error.ts';
import { shellWord } from '../../kernel/shell-word.ts';
import { withBlock, withoutBlock } from './marked-block.ts';
import { type CompletionShell, completionScript, SCRIPT_MARK } from './shell-scripts.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A file as it is and as it is going to be; null for none. */
export interface FileChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** What it was read from; a link stays a link, and the file it leads to is meant. */
  readonly file: ForeignFile;
}

const MOST_BYTES = 16 * 1024 * 1024;

function absolute(value: string | undefined, fallback: string): string {
  return value !== undefined && isAbsolute(value) ? value : fallback;
}

interface Places {
  readonly script: string;
  /** The file that a shell reads at its start, where it does not find the script by itself. */
  readonly start: string | null;
}

function placesOf(shell: CompletionShell, env: Environment): Places {
  const home = absolute(env['HOME'], homedir());
  const data = absolute(env['XDG_DATA_HOME'], join(home, '.local', 'share'));
  const config = absolute(env['XDG_CONFIG_HOME'], join(home, '.config'));
  switch (shell) {
    case 'bash':
      return { script: join(data, 'bash-completion', 'completions', 'loom'), start: join(home, '.bashrc') };
    case 'zsh':
      return {
        script: join(data, 'zsh', 'site-functions', '_loom'),
        start: join(absolute(env['ZDOTDIR'], home), '.zshrc'),
      };
    case 'fish':
      return { script: join(config, 'fish', 'completions', 'loom.fish'), start: null };
  }
}

function readFile(path: string): ForeignFile {
  try {
    return readForeignPath(realPlace(path), MOST_BYTES);
  } catch (cause) {
    if (cause instanceof LoomError) throw cause;
    const message = `cannot read ${path} (${sayErrno(cause)})`;
    throw new LoomError({ kind: 'storage', code: 'completion-not-read', message, cause });
  }
}

function startLines(shell: CompletionShell, script: string): string {
  const file = shellWord(script);
  const source = `[ -r ${file} ] && . ${file}\n`;
  return shell === 'zsh' ? `(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }\n${source}` : source;
}

function foreignScript(path: string): LoomError {
  return new LoomError({
    kind: 'refused',
    code: 'completion-foreign',
    message: `${path} is there, and loom did not make it; it stays as it is`,
    hints: [`look at it: cat ${shellWord(path)}`],
  });
}

/** What installing or removing completion changes; a script that loom did not make is refused. */
export function planCompletion(
  shell: CompletionShell,
  action: 'install' | 'uninstall',
  env: Environment,
): readonly FileChange[] {
  const { script, start } = placesOf(shell, env);
  const file = readFile(script);
  const before = file.bytes?.toString() ?? null;
  const isOwn = before === null || before.includes(SCRIPT_MARK);
  if (!isOwn && action === 'install') throw foreignScript(script);
  const after = action === 'install' ? completionScript(shell) : isOwn ? null : before;
  const changes: FileChange[] = [{ path: script, before, after, file }];
  if (start !== null) {
    const own = readFile(start);
    // A file of the person's: what is not changed in it has to come back byte for byte.
    const text = foreignText(own);
    const next = action === 'install' ? withBlock(text, startLines(shell, script)) : withoutBlock(text);
    changes.push({ path: start, before: text, after: next, file: own });
  }
  return changes.filter((change) => change.before !== change.after);
}

/** Makes a change. Throws LoomError `storage` with the path, and `busy`/`file-changed` where the file is not as it was read. */
export function applyChange({ path, after, file }: FileChange): void {
  try {
    if (after === null) removeForeignFile(file);
    else replaceForeignFile(file, after);
  } catch (cause) {
    if (cause instanceof LoomError) throw cause;
    throw new LoomError({ kind: 'storage', code: 'completion-not-written', message: `cannot write ${path}`, cause });
  }
}
