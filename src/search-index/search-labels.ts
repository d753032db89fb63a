import type { SearchFilter } from '../app/ports/search.ts';
import type { SqliteFile } from './sqlite-file.ts';

/** A document as its labels tell of it. */
export interface Labelled {
  readonly subject: number;
  readonly kind: string;
}

/** Whether a filter asks for labels that nearly every document may have; then looking at a few documents is quicker than at all labels. */
export function asksForLabels({ labels, kinds }: SearchFilter): boolean {
  return labels.length > 0 || kinds !== undefined;
}

/** The same filter without its labels. */
export function withoutLabels({ path, since, until }: SearchFilter): SearchFilter {
  return {
    labels: [],
    ...(path === undefined ? {} : { path }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  };
}

/** Tells whether the labels of a document fit a filter. Labels of a subject are read once. */
export function labelFilter(file: SqliteFile, filter: SearchFilter): (document: Labelled) => boolean {
  const known = new Map<number, ReadonlySet<string>>();
  const labelsOf = (subject: number): ReadonlySet<string> => {
    const labels = known.get(subject) ?? readLabels(file, subject);
    known.set(subject, labels);
    return labels;
  };
  const { labels: groups, kinds, without = [] } = filter;
  return ({ subject, kind }) => {
    const labels = labelsOf(subject);
    return (
      groups.every((group) => group.some((label) => labels.has(label))) &&
      !without.some((label) => labels.has(label)) &&
      (kinds === undefined || kinds.some((one) => one === kind))
    );
  };
}

function readLabels(file: SqliteFile, subject: number): ReadonlySet<string> {
  return new Set(String(file.get('SELECT labels FROM subject WHERE num=?', subject)?.['labels'] ?? '').split(' '));
}
