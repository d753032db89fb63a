/** One conversation of a file, with its questions. */
export interface LocomoSample {
  readonly name: string;
  readonly sessions: readonly {
    readonly number: number;
    readonly turns: readonly { readonly dia_id: string; readonly speaker: string; readonly text: string }[];
  }[];
  readonly questions: readonly {
    readonly question: string;
    readonly category: unknown;
    readonly evidence: readonly string[];
  }[];
}

export function readLocomo(parsed: unknown): readonly LocomoSample[];
export function writeTranscripts(samples: readonly LocomoSample[], folder: string): readonly string[];
