/** First and last line of the block that loom keeps in instruction files of agents; all between them is loom's own. */
export const LOOM_BLOCK_BEGIN = '<!-- loom:begin -->';
export const LOOM_BLOCK_END = '<!-- loom:end -->';

const BLOCK = /\n*<!-- loom:begin\b[^\n>]*-->[\s\S]*?<!-- loom:end -->\n*/g;
/**
 * `loom hook AGENT` with plain words only: whatever a shell would do more is not loom's own. An installation that is not on
 * PATH is called by its script.
 */
const HOOK =
  /^(?:"(?<quoted>\/(?:[^"\\$`\n/]+\/)*?)(?:loom|bin\/run\.js)"|(?<plain>\/?(?:[^"'\s\\;&|<>$`()/]+\/)*?)(?:loom|bin\/run\.js)) hook(?: [a-z0-9=-]+)*$/;

/** A text of instructions without loom's own block. Text that is marked only at one end stays. */
export function withoutLoomBlock(text: string): string {
  return text.replace(BLOCK, '\n');
}

/** The program of a command line that is `loom hook AGENT` and nothing else: `loom`, or an absolute path; `undefined` for any other. */
export function loomHookProgram(command: string): string | undefined {
  const line = command.trim();
  const found = HOOK.exec(line)?.groups;
  if (found === undefined) return undefined;
  const folder = found['quoted'] ?? found['plain'] ?? '';
  if (folder === '') return line.startsWith('loom ') ? 'loom' : undefined;
  if (!folder.startsWith('/')) return undefined;
  const quoted = /^"([^"]+)"/.exec(line)?.[1];
  return quoted ?? line.slice(0, line.indexOf(' hook'));
}

/** Whether a hook's command is one of loom's, wherever that is installed, and nothing else on the line. */
export function isLoomHook(command: string): boolean {
  const program = loomHookProgram(command);
  return program !== undefined && !program.includes('/../');
}
