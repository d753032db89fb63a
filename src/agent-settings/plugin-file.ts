import { createHash } from 'node:crypto';
import { NO_EDITS, refuseEdit, type SettingsEditor } from './edit-plan.ts';

const MARK = /^\/\/ loom init wrote this file; sum=(?<sum>[0-9a-f]{32})\n/;

function sumOf(body: string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 32);
}

/** Whether a file is as loom wrote it, of whatever version. */
function isWhole(text: string): boolean {
  const found = MARK.exec(text);
  return found !== null && found.groups?.['sum'] === sumOf(text.slice(found[0].length));
}

/** The program that a plugin file of loom's calls; `undefined` for a file that is no such thing. */
export function programOfPlugin(text: string): string | undefined {
  if (!MARK.test(text)) return undefined;
  const literal = /^const LOOM = (?<text>".*");$/m.exec(text)?.groups?.['text'];
  try {
    return literal === undefined ? undefined : String(JSON.parse(literal));
  } catch {
    return undefined;
  }
}

/** A file that is loom's alone. One that somebody edited, or that is somebody else's, is left as it is. */
export function pluginFile(body: string): SettingsEditor {
  const whole = `// loom init wrote this file; sum=${sumOf(body)}\n${body}`;
  const foreign = refuseEdit('not-own-file', 'it is not as loom wrote it; move it away to go on');
  return {
    install: (text) => {
      if (text === whole) return NO_EDITS;
      return text === '' || isWhole(text) ? { ok: true, edits: [{ at: 0, cut: text.length, put: whole }] } : foreign;
    },
    uninstall: (text) => {
      if (!MARK.test(text)) return NO_EDITS;
      return isWhole(text) ? { ok: true, edits: [{ at: 0, cut: text.length, put: '' }] } : foreign;
    },
  };
}
