import type { AgentName } from '../../events/agents.ts';
import type { MemoryKind } from '../../events/memory-data.ts';
import type { SkippedPath } from './importer.ts';
import type { SourceReader } from './source-reader.ts';

/** Something that another memory tool holds. It is a claim, whatever the tool says of it. */
export interface ForeignRecord {
  readonly text: string;
  readonly kind: MemoryKind;
  readonly tags: readonly string[];
  readonly paths: readonly string[];
  /** ISO-8601; null when the tool does not tell. */
  readonly learnedAt: string | null;
  /** The session that it was learned in, as its agent names it; null when the tool does not tell. */
  readonly session: { readonly agent: AgentName; readonly nativeId: string } | null;
  /** The tool's own name of the project, which is no path; null when it has none. */
  readonly projectName: string | null;
  /** Where it stands in the tool: asserted. */
  readonly author: string;
}

/** A tool that remembers and keeps no sessions of its own. */
export interface ForeignMemory {
  readonly agent: AgentName;
  /** Its usual places on this machine. */
  places(env: Readonly<Record<string, string | undefined>>): readonly string[];
  /** What changes whenever there is something new; found without reading it. */
  stamp(path: string, sources: SourceReader): string;
  /** What a file holds, oldest first; one skipped path for a file that is not the tool's. Changes nothing there. */
  records(path: string, sources: SourceReader): Iterable<ForeignRecord | SkippedPath>;
}
