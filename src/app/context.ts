import type { AgentName } from '../events/agents.ts';
import type { Actor } from '../events/envelope.ts';
import type { EventId } from '../kernel/ids.ts';
import type { Clock, MintEventId, Sha256 } from '../kernel/sources.ts';
import type { AheadReader } from './ports/ahead-reader.ts';
import type { DigestPages } from './ports/digest-pages.ts';
import type { Importer } from './ports/importer.ts';
import type { Journal } from './ports/journal.ts';
import type { PlaceProbe } from './ports/place-probe.ts';
import type { ReadModel } from './ports/read-model.ts';
import type { Redactor } from './ports/redactor.ts';
import type { SearchIndex } from './ports/search.ts';
import type { Processes, Snapshots } from './ports/snapshots.ts';
import type { SourceReader } from './ports/source-reader.ts';
import type { Transcripts } from './ports/transcripts.ts';

/** Everything a use case may touch. Built once per invocation by the composition root. */
export interface AppContext {
  readonly storeId: string;
  readonly journal: Journal;
  readonly transcripts: Transcripts;
  readonly readModel: ReadModel;
  /** The search index, loaded when a search asks for it. */
  readonly openSearch: () => Promise<SearchIndex>;
  /** The rendered digests. */
  readonly pages: DigestPages;
  readonly redactor: Redactor;
  readonly importers: readonly Importer[];
  readonly importerFor: (agent: AgentName) => Importer | undefined;
  readonly sources: SourceReader;
  /** Starts a thread that reads sources before their turn; whoever asks closes it. */
  readonly openAhead: () => Promise<AheadReader>;
  readonly probe: PlaceProbe;
  readonly snapshots: Snapshots;
  readonly processes: Processes;
  readonly clock: Clock;
  readonly sha256: Sha256;
  readonly mintEventId: MintEventId;
  /** Deterministic id of a fact with a native key. `at` gives the time part only. */
  readonly factId: (fact: {
    readonly agent: AgentName;
    readonly nativeId: string;
    readonly key: string;
    readonly type: string;
    readonly millis: number;
  }) => EventId;
  /** Keyed digest of a text, base64url, 128 bits: equal texts correlate, and nothing can be guessed without the key. */
  readonly keyedDigest: (text: string) => string;
  /** UTF-8 bytes as text. */
  readonly decodeText: (bytes: Uint8Array) => string;
  /** Who acts in this invocation: a person at a command, unless said otherwise. */
  readonly actor: Actor;
  /** Working directory of the invocation. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}
