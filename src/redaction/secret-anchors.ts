import { makeOnce } from '../kernel/make-once.ts';
import { type Anchor, AnchorIndex } from './anchor-index.ts';
import { base64View } from './base64-view.ts';
import { COLOUR_VIEW } from './colour-view.ts';
import { CONTEXTUAL } from './contextual.ts';
import { mayEncode } from './encoded-runs.ts';
import { PERCENT_VIEW } from './percent-view.ts';
import { RULE_TABLE } from './rule-table.ts';
import { planTable, type TablePlan, tableAnchors } from './table-anchors.ts';
import { TABLE_PLAN } from './table-plan.ts';
import type { ViewMaker } from './text-view.ts';

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

/** The anchor of a view by its place among those of all makers. */
export function viewAnchor(index: number): ViewAnchor | undefined {
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
export const plainIndex = makeOnce(
  () => new AnchorIndex(tableAnchors(RULE_TABLE, ownedShortAnchors, TABLE_PLAN), TABLE_PLAN),
);
/** The same in base64: made only for texts that may hold any, since making it takes longer than a short run. */
export const base64Index = makeOnce(
  () => new AnchorIndex(ownedAnchors(base64Anchors(), RULE_TABLE.length + shortAnchors().length)),
);

/** Every place at which a rule looks twice. */
export const secretAnchors = makeOnce((): AnchorIndex => plainIndex().with(base64Index()));

/** Longest text whose runs of base64 are decoded to see whether the larger index is needed. */
const MOST_TRIED = 16 * 1024;

/** Whether a text may hold what gives a secret away in base64. */
export function mayHoldBase64(text: string): boolean {
  return text.length > MOST_TRIED || mayEncode(text, plainIndex());
}
