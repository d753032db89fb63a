import { makeOnce } from '../kernel/make-once.ts';
import { type Anchor, AnchorIndex } from './anchor-index.ts';
import { base64View, mayEncode } from './base64-view.ts';
import { COLOUR_VIEW } from './colour-view.ts';
import { CONTEXTUAL } from './contextual.ts';
import { PERCENT_VIEW } from './percent-view.ts';
import { CONTEXTUAL_RANK, mergeSpans, placeholders, type RankedSpan, type SecretSpan } from './ranked-spans.ts';
import { repeatsOf } from './repeated-secrets.ts';
import { RULE_TABLE } from './rule-table.ts';
import { denseEnd, SearchCredit } from './search-credit.ts';
import type { SecretRule } from './secret-rule.ts';
import { planTable, type TablePlan, tableAnchors } from './table-anchors.ts';
import { TABLE_PLAN } from './table-plan.ts';
import type { TextView, ViewMaker } from './text-view.ts';
import { brokenView, unnumberedView, wrappedViews } from './wrapped-view.ts';

interface CompiledRule {
  readonly rule: SecretRule;
  /** Compiled when its anchor is first met: few of many are in one run. */
  readonly pattern: () => RegExp;
  /** The same, telling where its groups are, which takes three times as long. */
  readonly placed: () => RegExp;
  readonly rank: number;
}

const compiledRules = makeOnce((): readonly CompiledRule[] =>
  RULE_TABLE.map((rule, index) => ({
    rule,
    pattern: makeOnce(() => anchored(rule, 'y')),
    placed: makeOnce(() => anchored(rule, 'yd')),
    rank: rule.contextual === true ? index + CONTEXTUAL_RANK : index,
  })),
);

/** 1 for each rule of surroundings: asked for each place where a literal may stand. */
const contextualRules = makeOnce(() => Uint8Array.from(RULE_TABLE, (rule) => (rule.contextual === true ? 1 : 0)));

/** The pattern of a rule, which some make anew each time it is asked for, tried at one place only. */
function anchored({ pattern: { source, flags } }: SecretRule, more: 'y' | 'yd'): RegExp {
  return new RegExp(source, flags.replaceAll(/[ydg]/g, '') + more);
}

/** Literals that give a secret away also where they are written in base64: shapes, and names with values. */
function plainLiterals(): readonly string[] {
  const told = RULE_TABLE.filter((rule) => rule.contextual !== true || CONTEXTUAL.includes(rule));
  return told.flatMap(({ anchors, ignoreCase }) =>
    anchors.flatMap((literal) =>
      literal.includes('\0') ? [] : ignoreCase === true ? [literal, literal.toUpperCase()] : [literal],
    ),
  );
}

/** One anchor of a view maker; its place among those of all makers, after the rules, is its owner. */
interface ViewAnchor {
  readonly maker: ViewMaker;
  readonly literal: string;
  readonly number: number;
}

function anchorsOfMaker(maker: ViewMaker): readonly ViewAnchor[] {
  return maker.anchors.map((literal, number) => ({ maker, literal, number }));
}

/** Of the views that need no index of their own. */
const shortAnchors = makeOnce(() => [PERCENT_VIEW, COLOUR_VIEW].flatMap(anchorsOfMaker));
const base64Anchors = makeOnce(() => anchorsOfMaker(base64View(plainLiterals())));

function viewAnchor(index: number): ViewAnchor | undefined {
  const short = shortAnchors();
  return index < short.length ? short[index] : base64Anchors()[index - short.length];
}

function ownedAnchors(anchors: readonly ViewAnchor[], firstOwner: number): Anchor[] {
  return anchors.map(({ maker, literal }, index) => ({
    literal,
    ignoreCase: maker.ignoreCase === true,
    wordStart: false,
    notPlural: false,
    owner: firstOwner + index,
  }));
}

const ownedShortAnchors = makeOnce(() => ownedAnchors(shortAnchors(), RULE_TABLE.length));

/** The plan of what gives secrets away in plain text, for the build to write into table-plan.ts. */
export function planOfTable(): TablePlan {
  return planTable(RULE_TABLE, ownedShortAnchors());
}

/** What gives secrets away in plain text, behind percent escapes and between colours. */
const plainIndex = makeOnce(() => new AnchorIndex(tableAnchors(RULE_TABLE, ownedShortAnchors, TABLE_PLAN), TABLE_PLAN));
/** The same in base64: made only for texts that may hold any, since making it takes longer than a short run. */
const base64Index = makeOnce(
  () => new AnchorIndex(ownedAnchors(base64Anchors(), RULE_TABLE.length + shortAnchors().length)),
);

/** Every place at which a rule looks twice. */
export const secretAnchors = makeOnce((): AnchorIndex => plainIndex().with(base64Index().anchors));

/** Longest text whose runs of base64 are decoded to see whether the larger index is needed. */
const MOST_TRIED = 16 * 1024;

function mayHoldBase64(text: string): boolean {
  return text.length > MOST_TRIED || mayEncode(text, (bytes) => plainIndex().standsIn(bytes));
}

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

/** Finds the secrets of a text, `known` ones among them, in order, without overlaps. Existing placeholders are no secrets. */
export function findSecrets(text: string, known: readonly SecretSpan[] = [], work = newWork()): readonly SecretSpan[] {
  return new Search(text, 0, work).spans(known.map((span) => ({ ...span, rank: CONTEXTUAL_RANK - 1 })));
}

/** One pass over a text, and over what it reads as when an encoding is undone. */
class Search {
  readonly #text: string;
  readonly #depth: number;
  readonly #work: SearchWork;
  readonly #found: RankedSpan[] = [];
  /** Placeholders that stand in the text: what begins in one would be left out after all. */
  readonly #kept: readonly SecretSpan[];
  #nextKept = 0;
  #contextualFrom = 0;
  readonly #viewedUntil = new Map<ViewMaker, number>();
  #touched = false;
  readonly #credit: SearchCredit;

  constructor(text: string, depth: number, work: SearchWork) {
    this.#text = text;
    this.#depth = depth;
    this.#credit = new SearchCredit(depth > 0);
    this.#work = work;
    work.characters += text.length;
    this.#kept = placeholders(text);
  }

  /** The secrets of the text, and others that are known, in order. */
  spans(known: readonly RankedSpan[] = []): readonly RankedSpan[] {
    for (const span of known) this.#found.push(span);
    const rules = compiledRules();
    const found = (owner: number, at: number): number => {
      const end = this.#placeholderEnd(at);
      if (end !== -1) {
        if (this.#text.startsWith(DENSE_PLACEHOLDER, (this.#kept[this.#nextKept] as SecretSpan).start))
          this.#credit.leave(end);
        return end;
      }
      this.#touched = true;
      const compiled = rules[owner];
      return compiled === undefined ? this.#viewAt(owner - rules.length, at) : this.#ruleAt(compiled, at);
    };
    const contextual = contextualRules();
    const wants = (owner: number, at: number): boolean => at >= this.#contextualFrom || contextual[owner] !== 1;
    plainIndex().scan(this.#text, found, wants);
    if (this.#depth < MOST_VIEWS && mayHoldBase64(this.#text)) {
      this.#nextKept = 0;
      base64Index().scan(this.#text, found);
    }
    if (this.#touched && this.#depth < MOST_VIEWS) {
      for (const view of wrappedViews(this.#text)) this.#look(view);
      const unnumbered = unnumberedView(this.#text);
      if (unnumbered !== undefined) this.#look(unnumbered);
      this.#lookAcross(brokenView(this.#text, (at) => plainIndex().beginsAt(this.#text, at)));
    }
    if (this.#found.length === 0) return this.#found;
    if (this.#depth === 0) this.#found.push(...repeatsOf(this.#text, this.#found));
    return mergeSpans(this.#found, this.#kept);
  }

  /** End of the placeholder that a place is in, else -1. Places come nearly in order: an anchor begins before the characters it is found by. */
  #placeholderEnd(at: number): number {
    const kept = this.#kept;
    while ((kept[this.#nextKept]?.end ?? Number.POSITIVE_INFINITY) <= at) this.#nextKept += 1;
    const next = kept[this.#nextKept];
    return next !== undefined && next.start <= at ? next.end : -1;
  }

  #ruleAt(compiled: CompiledRule, at: number): number {
    const contextual = compiled.rule.contextual === true;
    if (contextual && at < this.#contextualFrom) return -1;
    this.#work.tries += 1;
    if (!this.#credit.allows(at, !contextual)) return this.#hideDense(at);
    if (compiled.rule.spans !== undefined) {
      this.#found.push(...matchSpans(compiled, this.#text, at));
      return -1;
    }
    const span = matchRule(compiled, this.#text, at);
    if (span === undefined) return -1;
    this.#found.push(span);
    if (!contextual) return span.end;
    this.#contextualFrom = span.end;
    return -1;
  }

  #hideDense(at: number): number {
    const end = denseEnd(this.#text, at);
    this.#found.push({ start: at, end, rule: 'dense', rank: DENSE_RANK });
    this.#credit.leave(end);
    return end;
  }

  #viewAt(index: number, at: number): number {
    const anchor = viewAnchor(index);
    if (anchor === undefined || this.#depth >= MOST_VIEWS) return -1;
    if (at < (this.#viewedUntil.get(anchor.maker) ?? 0)) return -1;
    const view = anchor.maker.view(this.#text, at, anchor.number);
    if (view === undefined) return -1;
    this.#viewedUntil.set(anchor.maker, view.until);
    this.#look(view);
    return -1;
  }

  #look(view: TextView): void {
    for (const span of new Search(view.text, this.#depth + 1, this.#work).spans()) {
      this.#found.push({ ...span, start: view.origin(span.start), end: view.origin(span.end) });
    }
  }

  /** Lines that may go on or not: only what is known by its shape counts, where it goes on over the end of a line. */
  #lookAcross(view: TextView | undefined): void {
    if (view === undefined) return;
    const whole = new Set(this.#found.map(({ start }) => start));
    for (const span of new Search(view.text, MOST_VIEWS, this.#work).spans()) {
      const rest = view.beyond?.(span.start, span.end) ?? '';
      const start = view.origin(span.start);
      // A private key looks at its lines itself.
      if (rest === '' || span.rule === 'private-key' || span.rank >= CONTEXTUAL_RANK) continue;
      if (whole.has(start) && !/\d|[a-z][A-Z]/.test(rest)) continue;
      this.#found.push({ ...span, start, end: view.origin(span.end) });
    }
  }
}

function matchRule({ rule, rank, ...compiled }: CompiledRule, text: string, at: number): RankedSpan | undefined {
  const pattern = compiled.pattern();
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null || rule.accepts?.(match) === false) return undefined;
  const [start, end] = secretRange(match, () => indicesAt(compiled.placed(), text, at));
  if (end <= start) return undefined;
  const quoted = match.groups?.['value'] !== undefined && match.groups['quote'] !== undefined;
  return { start, end: quoted ? end : (rule.extend?.(text, end) ?? end), rule: rule.id, rank };
}

function matchSpans({ rule, rank, ...compiled }: CompiledRule, text: string, at: number): readonly RankedSpan[] {
  const pattern = compiled.pattern();
  pattern.lastIndex = at;
  if (!pattern.test(text)) return [];
  return (rule.spans?.(text, at) ?? []).map(([start, end]) => ({ start, end, rule: rule.id, rank }));
}

/** Groups that are the secret; they are alternatives of each other. */
const SECRET_GROUPS = ['value', 'bare', 'word'] as const;

function indicesAt(pattern: RegExp, text: string, at: number): RegExpIndicesArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.indices;
}

function secretRange(match: RegExpExecArray, indices: () => RegExpIndicesArray | undefined): readonly [number, number] {
  const groups = match.groups ?? {};
  const name = SECRET_GROUPS.find((group) => groups[group] !== undefined);
  const whole = [match.index, match.index + match[0].length] as const;
  const value = name === undefined ? undefined : groups[name];
  // Nearly always the secret ends the match: to ask where it is takes three times as long.
  if (value !== undefined && match[0].endsWith(value))
    return [whole[1] - value.length - (groups['lead']?.length ?? 0), whole[1]];
  const [start, end] = (name === undefined ? undefined : indices()?.groups?.[name]) ?? whole;
  return [start - (groups['lead']?.length ?? 0), end];
}
