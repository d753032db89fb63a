import type { AppContext } from '../app/context.ts';

/** What the server needs of the process it runs in. */
export interface AcpHost {
  readonly version: string;
  /** The folder it was started in. */
  readonly folder: string;
  /** Opens the store for one request about the project of a folder; the caller closes its read model. */
  readonly open: (folder: string) => Promise<AppContext>;
  /** What the client writes. */
  readonly input: NodeJS.ReadableStream;
  /** Writes protocol text; throws when nobody reads any more. */
  readonly write: (text: Uint8Array) => void;
  /** One line for the person, without content. */
  readonly notice: (line: string) => void;
  /** What a bug looked like, for whoever asked for stack traces. */
  readonly trace: (error: unknown) => void;
}
