import type { Message } from './conversation.ts';
import { pairTools } from './tool-pairing.ts';
import { toolPaths } from './tool-paths.ts';

/** A file that tool calls of a conversation touched; numbers count calls. */
export interface FileTouched {
  readonly path: string;
  readonly reads: number;
  readonly edits: number;
}

/** Lists files in order of first touch, over all branches; sidechains count, since they touch the same files. */
export function filesTouched(messages: readonly Message[]): readonly FileTouched[] {
  const files = new Map<string, FileTouched>();
  for (const call of pairTools(messages).calls.values()) {
    for (const { path, access } of toolPaths(call.name, call.input)) {
      const known = files.get(path) ?? { path, reads: 0, edits: 0 };
      files.set(path, access === 'read' ? { ...known, reads: known.reads + 1 } : { ...known, edits: known.edits + 1 });
    }
  }
  return [...files.values()];
}
