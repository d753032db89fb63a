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

/**
 * Whether a hook's command is loom's own: the `loom` of PATH, or one by its absolute path outside the project, and
 * nothing else on the line.
 */
export function isLoomHook(command: string, root: string): boolean {
  const found = HOOK.exec(command.trim())?.groups;
  if (found === undefined) return false;
  const folder = found['quoted'] ?? found['plain'] ?? '';
  if (folder === '') return command.trim().startsWith('loom ');
  return folder.startsWith('/') && !folder.startsWith(`${root}/`) && !folder.includes('/../');
}
