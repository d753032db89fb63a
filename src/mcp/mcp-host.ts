import type { AppContext } from '../app/context.ts';
import type { AgentName } from '../events/agents.ts';

/** Where one request works, and who asks. */
export interface Place {
  /** Absolute path of the folder whose project is meant. */
  readonly folder: string;
  /** The store is made when there is none. */
  readonly write: boolean;
  /** The agent that the client says it is. */
  readonly agent: AgentName | undefined;
}

/** Settings that a request heeds, read anew for each. */
export interface McpSettings {
  readonly memoryEnabled: boolean;
  readonly digestTokens: number;
  readonly policyGlobs: readonly string[];
}

/** What the server needs of the process it runs in. */
export interface McpHost {
  readonly version: string;
  /** The folder it was started in. */
  readonly folder: string;
  /** Opens the store for one request; the caller closes its read model. */
  readonly open: (place: Place) => Promise<AppContext>;
  readonly settings: (app: AppContext) => Promise<McpSettings>;
  /** What the client writes. */
  readonly input: NodeJS.ReadableStream;
  /** Writes protocol text; throws when nobody reads any more. */
  readonly write: (text: string) => void;
  /** One line for the person, without content. */
  readonly notice: (line: string) => void;
  /** What a bug looked like, for whoever asked for stack traces. */
  readonly trace: (error: unknown) => void;
}
