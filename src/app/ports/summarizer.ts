/** What a program that summarizes is given. */
export interface SummarizerRequest {
  /** Program and arguments; no shell stands between. */
  readonly command: readonly string[];
  /** What it reads on its standard input. */
  readonly input: string;
  readonly timeoutMs: number;
  /** Bytes of its answer that are read at most. */
  readonly mostBytes: number;
}

/** Its answer, or why there is none, in words for a person. */
export type SummarizerAnswer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

/** Runs a configured program that makes a summary of a text. Never throws; ends what it started. */
export type RunSummarizer = (request: SummarizerRequest) => Promise<SummarizerAnswer>;
