import { join } from 'node:path';
import { normaliseOrigin } from '../kernel/normalise-origin.ts';
import { readBounded } from './read-bounded.ts';

const LARGEST_CONFIG = 1024 * 1024;
const SECTION = /^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;

function unquote(value: string): string {
  let text = '';
  let quoted = false;
  for (let at = 0; at < value.length; at += 1) {
    const character = value.charAt(at);
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '#' || character === ';')) break;
    else if (character === '\\') {
      at += 1;
      text += value.charAt(at);
    } else text += character;
  }
  return text.trim();
}

/** The first `url` of `remote "origin"` in the text of a git configuration file. */
export function parseOriginUrl(config: string): string | undefined {
  let inOrigin = false;
  for (const raw of config.split(/\r?\n/)) {
    let line = raw.trim();
    const section = SECTION.exec(line);
    if (section !== null) {
      inOrigin = section[1]?.toLowerCase() === 'remote' && section[2] === 'origin';
      line = line.slice(section[0].length).trim();
    }
    const value = inOrigin ? /^url\s*=\s*(.*)$/i.exec(line)?.[1] : undefined;
    if (value !== undefined) return unquote(value);
  }
  return undefined;
}

/** The `origin` of a repository, normalised and without credentials. */
export function readOrigin(commonDir: string): string | undefined {
  const url = parseOriginUrl(readBounded(join(commonDir, 'config'), LARGEST_CONFIG)?.toString('utf8') ?? '');
  return url === undefined ? undefined : normaliseOrigin(url);
}
