// Figures of a search: how much of what was wanted is among the first hits, and how early the first of it comes.
export const CUTS = [1, 5, 10, 25];

/** Recall at a cut is the share of what was wanted that is among the first hits, averaged over questions. */
export class Tally {
  constructor(name, showMisses = false) {
    this.name = name;
    this.showMisses = showMisses;
    this.questions = 0;
    this.recall = new Map(CUTS.map((cut) => [cut, 0]));
    this.reciprocal = 0;
  }

  add({ question, wanted, found }) {
    const right = new Set(wanted);
    this.questions += 1;
    for (const cut of CUTS) {
      const seen = new Set(found.slice(0, cut).filter((id) => right.has(id)));
      this.recall.set(cut, this.recall.get(cut) + seen.size / right.size);
    }
    const rank = found.findIndex((id) => right.has(id));
    if (rank !== -1) this.reciprocal += 1 / (rank + 1);
    if (this.showMisses && (rank === -1 || rank >= 10)) console.log(`miss (${rank + 1}): ${question}  [${wanted}]`);
  }

  figures() {
    const share = (sum) => sum / Math.max(1, this.questions);
    return {
      questions: this.questions,
      recall: CUTS.map((cut) => share(this.recall.get(cut))),
      mrr: share(this.reciprocal),
    };
  }
}

/** Prints one line per tally. */
export function printTable(tallies) {
  console.log(
    ['asked'.padStart(6), ...CUTS.map((cut) => `R@${cut}`.padStart(6)), 'MRR'.padStart(6), ' what'].join(' '),
  );
  for (const tally of tallies) {
    const { questions, recall, mrr } = tally.figures();
    console.log(
      [
        String(questions).padStart(6),
        ...[...recall, mrr].map((share) => share.toFixed(3).padStart(6)),
        ` ${tally.name}`,
      ].join(' '),
    );
  }
}

/** Prints how many times as good one search is as others. */
export function printGains(one, others) {
  const { recall, mrr } = one.figures();
  const at = CUTS.indexOf(10);
  for (const other of others) {
    const figures = other.figures();
    const gains = `R@10 ${(recall[at] / figures.recall[at]).toFixed(2)}×, MRR ${(mrr / figures.mrr).toFixed(2)}×`;
    console.log(`${one.name} against ${other.name}: ${gains}`);
  }
}

const tokensOf = (text) => Math.ceil(text.length / 4);

/** What the hits cost to read, against the whole of what they stand for. */
export function expandFigures(answers) {
  const hits = answers.reduce(
    (sum, list) =>
      sum + list.reduce((part, hit) => part + tokensOf(`${hit.id} ${hit.type} ${hit.snippet} ${hit.why}`), 0),
    0,
  );
  const whole = answers.reduce((sum, list) => sum + list.reduce((part, hit) => part + hit.expandTokens, 0), 0);
  return `hits: ${hits} tokens, the whole of them ${whole} tokens: ${((100 * hits) / whole).toFixed(1)} % (estimated; target ≤ 15 %)`;
}
