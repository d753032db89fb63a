import type { SessionState } from '../domain/session-state.ts';
import type { AgentName } from '../events/agents.ts';
import type { SourceMark } from '../events/session-data.ts';
import type { SessionId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import type { SourceOutcome } from './import-report.ts';
import type { SourceFile } from './ports/importer.ts';

/** What was kept of a source as a session of some agent. */
export interface KnownSource {
  readonly source: SourceMark;
  readonly state: SessionState;
}

/** What was kept of a source as a session of this agent; the same file read as another agent's is another question. */
export function knownSource(
  app: Pick<AppContext, 'readModel'>,
  agent: AgentName,
  path: string,
): KnownSource | undefined {
  const known = app.readModel.bySource(path);
  const state = known === undefined ? undefined : app.readModel.state(known.session);
  return known === undefined || state?.agent !== agent ? undefined : { source: known.source, state };
}

/** Is the file, by its inode, size and times, the one that was read to its end? */
function looksAsRead(source: SourceMark, file: SourceFile): boolean {
  return (
    source.size === file.size &&
    source.mtimeNs === String(file.mtimeNs) &&
    source.ctimeNs === String(file.ctimeNs) &&
    source.inode === `${file.dev}:${file.ino}`
  );
}

/** From so many files on it is cheaper to read what is known of all sources at once. */
const MANY = 32;

/** A file with its path as it may be written, or as found. */
interface NamedFile {
  readonly file: SourceFile;
  readonly path: string;
}

/** Answers the cheap question of an import: whether a file has to be opened at all. */
export class KnownLooks {
  readonly #app: Pick<AppContext, 'readModel'>;
  readonly #agent: AgentName;
  readonly #marks: ReadonlyMap<string, { readonly session: SessionId; readonly source: SourceMark }> | undefined;

  /** `files`: how many will be asked for. */
  constructor(app: Pick<AppContext, 'readModel'>, agent: AgentName, files: number) {
    this.#app = app;
    this.#agent = agent;
    this.#marks = files < MANY ? undefined : new Map(app.readModel.listedSources(agent));
  }

  /** Whether anything of a source was kept before, as far as that can be told by its name as found. */
  isKnown(name: string): boolean {
    return this.#marks?.has(name) ?? knownSource(this.#app, this.#agent, name) !== undefined;
  }

  /** By its name as found where that is kept as it stands, as nearly all are: then no name need be redacted. */
  unchanged({ file, path }: NamedFile): SourceOutcome | undefined {
    if (this.#marks === undefined) return unchangedSession(this.#app, this.#agent, { file, path });
    const mark = this.#marks.get(path);
    return mark !== undefined && looksAsRead(mark.source, file)
      ? { status: 'unchanged', session: mark.session }
      : undefined;
  }
}

/** The same question about one file. */
export function unchangedSession(
  app: Pick<AppContext, 'readModel'>,
  agent: AgentName,
  { file, path }: NamedFile,
): SourceOutcome | undefined {
  const known = knownSource(app, agent, path);
  if (known === undefined || !looksAsRead(known.source, file)) return undefined;
  const { state } = known;
  return state.deleted !== null || state.purged ? undefined : { status: 'unchanged', session: state.id };
}
