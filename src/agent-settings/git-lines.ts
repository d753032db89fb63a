import { NO_EDITS, type SettingsEditor } from './edit-plan.ts';

/** One line of its own in a file of lines, such as `.gitattributes`; it counts wherever it stands. */
export function lineSettings(line: string): SettingsEditor {
  const find = (text: string): RegExpExecArray | null =>
    new RegExp(
      `^[ \\t]*${line.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll(' ', '[ \\t]+')}[ \\t]*(?:\\r?\\n|$)`,
      'm',
    ).exec(text);
  return {
    install: (text) => {
      if (find(text) !== null) return NO_EDITS;
      const eol = text.includes('\r\n') ? '\r\n' : '\n';
      const glue = text === '' || text.endsWith('\n') ? '' : eol;
      return { ok: true, edits: [{ at: text.length, cut: 0, put: glue + line + eol }] };
    },
    uninstall: (text) => {
      const found = find(text);
      return found === null ? NO_EDITS : { ok: true, edits: [{ at: found.index, cut: found[0].length, put: '' }] };
    },
  };
}
