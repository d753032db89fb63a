export class Tally {
  constructor(name: string, showMisses?: boolean);
  add(asked: {
    readonly question: string;
    readonly wanted: readonly string[];
    readonly found: readonly string[];
  }): void;
  figures(): { readonly questions: number; readonly recall: readonly number[]; readonly mrr: number };
}
