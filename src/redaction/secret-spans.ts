import { addAll } from '../kernel/add-all.ts';
import type { AnchorVisitor } from './anchor-index.ts';
import { type CompiledRule, compiledRules, contextualRules, farProbes, matchAt, spansOf } from './compiled-rules.ts';
import { CONTEXTUAL_RANK, mergeSpans, placeholders, type RankedSpan, type SecretSpan } from './ranked-spans.ts';
import { repeatsOf } from './repeated-secrets.ts';
import { COST, type Credit, creditOfPart, SearchCredit } from './search-credit.ts';
import { base64Index, mayHoldBase64, plainIndex, viewAnchor } from './secret-anchors.ts';
import type { TextView, ViewMaker } from './text-view.ts';
import { brokenView, unnumberedView, wrappedViews } from './wrapped-view.ts';

/** Encodings inside each other that are undone. */
const MOST_VIEWS = 3;
/** After the ranks of all rules. */
const DENSE_PLACEHOLDER = '[redacted:dense:';
const DENSE_RANK = 2 * CONTEXTUAL_RANK;

/** How much a search did: counted, so that a text that takes too long is told from a slow machine. */
export interface SearchWork {
  /** Patterns that were tried. */
  tries: number;
  /** Characters that were looked at, those of views among them. */
  characters: number;
}

function newWork(): SearchWork {
  return { tries: 0, characters: 0 };
}

/** Characters that may be looked at for each of a text, and a few more: ordinary text needs four, what is encoded over and over too. */
const MOST_FOR_EACH = 6;
const MOST_BESIDES = 128 * 1024;
/** A longer view has a credit of its own, which grows as it is gone over. */
const LONGEST_PART = 32 * 1024;

/** What a search counts, and what it may spend. */
export interface SearchLimits {
  readonly work?: SearchWork;
  /** Of a text that this one is a part of. */
  readonly credit?: Credit;
}

/** Finds the secrets of a text, `known` ones among them, in order, without overlaps. Existing placeholders are no secrets. */
export function findSecrets(
  text: string,
  known: readonly SecretSpan[] = [],
  { work = newWork(), ...limits }: SearchLimits = {},
): readonly SecretSpan[] {
  const most = work.characters + MOST_FOR_EACH * text.length + MOST_BESIDES;
  return new Search({ text, depth: 0, work, most, ...limits }).spans(
    known.map((span) => ({ ...span, rank: CONTEXTUAL_RANK - 1 })),
  );
}

/** What one pass goes over. */
interface Searched {
  readonly text: string;
  /** How many encodings were undone. */
  readonly depth: number;
  readonly work: SearchWork;
  /** Characters after which nothing more is looked at. */
  readonly most: number;
  /** Of the text that this is a part of. */
  readonly credit?: Credit;
  /** The lines of it were joined. */
  readonly isJoined?: boolean;
}

/** One pass over a text, and over what it reads as when an encoding is undone. */
class Search {
  readonly #text: string;
  readonly #searched: Searched;
  readonly #found: RankedSpan[] = [];
  /** Placeholders that stand in the text: what begins in one would be left out after all. */
  readonly #kept: readonly SecretSpan[];
  #nextKept = 0;
  #contextualFrom = 0;
  readonly #viewedUntil = new Map<ViewMaker, number>();
  #touched = false;
  #credit: Credit;

  constructor(searched: Searched) {
    this.#text = searched.text;
    this.#searched = searched;
    this.#credit = searched.credit ?? new SearchCredit(searched.depth > 0);
    searched.work.characters += searched.text.length;
    this.#kept = placeholders(searched.text);
  }

  /** The secrets of the text, and others that are known, in order. */
  spans(known: readonly RankedSpan[] = []): readonly RankedSpan[] {
    for (const span of known) this.#found.push(span);
    const { depth, isJoined } = this.#searched;
    const contextual = contextualRules();
    const far = farProbes();
    const visitor: AnchorVisitor = {
      wants: (owner, at) => at >= this.#contextualFrom || contextual[owner] !== 1,
      probes: (owner, at) =>
        this.#credit.allows(at, far[owner] === 1 ? COST.farProbe : COST.probe) ? -1 : this.#hideDense(at),
      found: (owner, at) => this.#foundAt(owner, at),
    };
    plainIndex().scan(this.#text, visitor);
    if (depth < MOST_VIEWS && mayHoldBase64(this.#text)) {
      this.#startAgain();
      base64Index().scan(this.#text, { found: visitor.found });
    }
    if (this.#touched && depth < MOST_VIEWS && isJoined !== true) this.#lookAtLines();
    if (this.#found.length === 0) return this.#found;
    if (depth === 0) addAll(this.#found, repeatsOf(this.#text, this.#found));
    return mergeSpans(this.#found, this.#kept);
  }

  #lookAtLines(): void {
    this.#startAgain(true);
    let hidden = 0;
    for (const view of wrappedViews(this.#text)) {
      const start = view.origin(0);
      if (start < hidden) continue;
      if (this.#credit.allows(start, COST.view)) this.#look(view, true);
      if (this.#credit.isSpent) hidden = this.#hideDense(start);
    }
    const unnumbered = unnumberedView(this.#text);
    if (unnumbered !== undefined) this.#look(unnumbered, false);
    this.#lookAcross(brokenView(this.#text, (at) => plainIndex().beginsAt(this.#text, at)));
  }

  /** Before the text is gone over from its beginning once more; the lines of it are a way to read it, as a view is. */
  #startAgain(isView = this.#searched.depth > 0): void {
    this.#nextKept = 0;
    this.#credit = this.#searched.credit ?? new SearchCredit(isView);
  }

  #foundAt(owner: number, at: number): number {
    const end = this.#placeholderEnd(at);
    if (end !== -1) return end;
    if (!this.#touched) this.#credit.spend(COST.text);
    this.#touched = true;
    const rules = compiledRules();
    const compiled = rules[owner];
    return compiled === undefined ? this.#viewAt(owner - rules.length, at) : this.#ruleAt(compiled, at);
  }

  /** End of the placeholder that a place is in, else -1. Places come nearly in order: an anchor begins before the characters it is found by. */
  #placeholderEnd(at: number): number {
    const kept = this.#kept;
    for (let next = kept[this.#nextKept]; next !== undefined && next.end <= at; next = kept[this.#nextKept]) {
      if (this.#text.startsWith(DENSE_PLACEHOLDER, next.start)) this.#credit.leave(next.end);
      this.#nextKept += 1;
    }
    const next = kept[this.#nextKept];
    return next !== undefined && next.start <= at ? next.end : -1;
  }

  #ruleAt(compiled: CompiledRule, at: number): number {
    const contextual = compiled.rule.contextual === true;
    if (contextual && at < this.#contextualFrom) return -1;
    this.#searched.work.tries += 1;
    if (!this.#credit.allows(at, contextual ? COST.surroundings : COST.shape)) return this.#hideDense(at);
    const match = matchAt(compiled, this.#text, at);
    if (match === null) return -1;
    this.#credit.spend(COST.match);
    const spans = spansOf(compiled, match);
    addAll(this.#found, spans);
    const end = compiled.rule.spans === undefined ? (spans[0]?.end ?? -1) : -1;
    if (!contextual) return end;
    this.#contextualFrom = Math.max(this.#contextualFrom, end);
    return -1;
  }

  #hideDense(at: number): number {
    const end = this.#credit.hideFrom(this.#text, at);
    this.#found.push({ start: at, end, rule: 'dense', rank: DENSE_RANK });
    return end;
  }

  #viewAt(index: number, at: number): number {
    const anchor = viewAnchor(index);
    if (anchor === undefined || this.#searched.depth >= MOST_VIEWS) return -1;
    if (at < (this.#viewedUntil.get(anchor.maker) ?? 0)) return -1;
    if (!this.#credit.allows(at, COST.view)) return this.#hideDense(at);
    const view = anchor.maker.view(this.#text, at, anchor.number);
    if (view === undefined) return -1;
    this.#viewedUntil.set(anchor.maker, view.until);
    this.#look(view, false);
    return this.#credit.isSpent ? this.#hideDense(at) : -1;
  }

  #look(view: TextView, isJoined: boolean): void {
    const { depth, work, most } = this.#searched;
    const { text } = view;
    if (text === '') return;
    if (work.characters + text.length > most) {
      this.#found.push({ start: view.origin(0), end: view.until, rule: 'dense', rank: DENSE_RANK });
      return;
    }
    const credit = text.length > LONGEST_PART ? {} : { credit: creditOfPart(this.#credit) };
    for (const span of new Search({ text, depth: depth + 1, work, most, isJoined, ...credit }).spans()) {
      this.#found.push({ ...span, start: view.origin(span.start), end: view.origin(span.end) });
    }
  }

  /** Lines that may go on or not: only what is known by its shape counts, where it goes on over the end of a line. */
  #lookAcross(view: TextView | undefined): void {
    if (view === undefined) return;
    const { work, most } = this.#searched;
    const whole = new Set(this.#found.map(({ start }) => start));
    for (const span of new Search({ text: view.text, depth: MOST_VIEWS, work, most }).spans()) {
      const rest = view.beyond?.(span.start, span.end) ?? '';
      const start = view.origin(span.start);
      // A private key looks at its lines itself.
      if (rest === '' || span.rule === 'private-key' || span.rank >= CONTEXTUAL_RANK) continue;
      if (whole.has(start) && !/\d|[a-z][A-Z]/.test(rest)) continue;
      this.#found.push({ ...span, start, end: view.origin(span.end) });
    }
  }
}
