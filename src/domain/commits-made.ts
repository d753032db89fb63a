import type { ContentBlock } from './conversation.ts';
import { opaqueKind } from './opaque-tools.ts';
import type { PairedCall } from './tool-pairing.ts';

/** What `git commit`, `merge`, `cherry-pick`, `pull`, `reset` and `checkout` print of the commit that they leave HEAD at. */
const PRINTED: readonly RegExp[] = [
  /^\s*\[[^\]\n]*?([0-9a-f]{7,40})\] /gm,
  /^\s*Updating [0-9a-f]{7,40}\.\.([0-9a-f]{7,40})$/gm,
  /^\s*HEAD is now at ([0-9a-f]{7,40})\b/gm,
];
const GIT = /\bgit\b/;

function textOf(content: readonly ContentBlock[]): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

/** Ids, mostly abbreviated, that git printed as those of commits it made or moved HEAD to. */
export function printedCommits(output: string): readonly string[] {
  return PRINTED.flatMap((pattern) => Array.from(output.matchAll(pattern), ([, id]) => id ?? ''));
}

/**
 * Commits that a shell call says it made: only of commands that name git, since any text may look like its output. Git
 * still has to be asked whether they exist.
 */
export function commitsMade(call: PairedCall, result: readonly ContentBlock[]): readonly string[] {
  if (opaqueKind(call.name) !== 'shell' || !GIT.test(JSON.stringify(call.input) ?? '')) return [];
  return printedCommits(textOf(result));
}
