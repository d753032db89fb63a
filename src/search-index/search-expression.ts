import type { SearchDemand, SearchFilter } from '../app/ports/search.ts';
import { SEARCH_KINDS } from '../domain/search-document.ts';
import type { SearchTerm } from '../domain/search-plan.ts';

/** Terms hold letters and digits only, so that nothing in them can be taken for syntax. */
const quoted = (row: readonly string[]): string => `"${row.join(' ').replaceAll('"', '')}"`;

/** The documents that hold a term: its words in a row, or one name that is written as they are. */
export function termExpression({ terms, name, prefix }: SearchTerm): string {
  const row = `body : ${quoted(terms)}${prefix ? ' *' : ''}`;
  return name === null ? `(${row})` : `(${row} OR names : ${quoted([name])})`;
}

const anyOf = (expressions: readonly string[]): string => `(${expressions.join(' OR ')})`;
const labelled = (labels: readonly string[]): string => `labels : ${anyOf(labels.map((label) => quoted([label])))}`;

/** The label of a kind of document. */
export function kindLabel(kind: string): string {
  return `k${kind.toLowerCase()}`;
}

function filterExpressions({ labels, kinds, path }: SearchFilter): string[] {
  const groups = labels.map(labelled);
  if (kinds !== undefined) groups.push(labelled(kinds.map(kindLabel)));
  if (path !== undefined) groups.push(`paths : ${quoted(path)}`);
  return groups;
}

/** A match expression of FTS5 for a demand; one that nothing asks of fits every document. */
export function demandExpression({ all, any, not, filter }: SearchDemand): string {
  const parts = [...filterExpressions(filter), ...all.map(termExpression)];
  if (any.length > 0) parts.push(anyOf(any.map(termExpression)));
  const wanted = parts.length === 0 ? [labelled(SEARCH_KINDS.map(kindLabel))] : parts;
  const unwanted = [...not.map(termExpression), ...(filter.without ?? []).map((label) => labelled([label]))];
  const positive = wanted.join(' AND ');
  return unwanted.length === 0 ? positive : `(${positive}) NOT ${anyOf(unwanted)}`;
}

/** A match expression for any of some terms. */
export function anyExpression(terms: readonly SearchTerm[]): string {
  return anyOf(terms.map(termExpression));
}
