/** Headers of a patch that name a file, as `*** Update File: beds.ts`. */
const HEADER = /^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+)$/gm;
const BEGIN = '*** Begin Patch';

/** The files that a patch adds, changes, deletes or moves to, each once, in order; none where the text is no patch. */
export function patchPaths(text: string): readonly string[] {
  const start = text.indexOf(BEGIN);
  if (start < 0) return [];
  const paths = new Set<string>();
  for (const [, path = ''] of text.slice(start).matchAll(HEADER)) if (path.trim() !== '') paths.add(path.trim());
  return [...paths];
}
