/** Data of the events in which an agent replaces history by a summary. The summary's text lives in the kept transcript. */

/** A reader may conclude: the agent announced that it will replace earlier history by a summary; whether it did is not known. */
export interface SessionCompacting {
  readonly trigger?: 'manual' | 'auto' | (string & {});
  /** Context size before, in the agent's own count of tokens. */
  readonly preTokens?: number;
}

/** A reader may conclude: from here on the agent worked from a summary; what came before is still in the kept transcript. */
export interface SessionCompacted {
  readonly trigger?: 'manual' | 'auto' | (string & {});
  readonly preTokens?: number;
  readonly postTokens?: number;
  /** Message that holds the summary. */
  readonly summary?: string;
}

/** A reader may conclude: a summary of the session up to `through` exists; it may be wrong, and nothing was replaced by it. */
export interface SessionSummarized {
  /** Last message that the summary covers. */
  readonly through?: string;
  /** Message that holds the summary, when the agent wrote it. */
  readonly summary?: string;
  /** Digest of the blob that holds the summary, when loom made it. */
  readonly blob?: string;
  /** What made it: `deterministic`, or `command NAME` for a configured summarizer. */
  readonly method?: string;
  /** Size of the summary, estimated. */
  readonly tokens?: number;
  /** Turns and messages that it covers, from the first on. */
  readonly turns?: number;
  readonly messages?: number;
  /** Keyed digest of the records covered: a summary with another one is of other records. */
  readonly covers?: string;
}
