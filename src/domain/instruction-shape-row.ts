import { makeOnce } from '../kernel/make-once.ts';

/** What a text does that makes it read like an order to an agent. */
export type ShapeId =
  | 'ignore-previous'
  | 'role-reassignment'
  | 'persistence'
  | 'order-to-agent'
  | 'answer-steering'
  | 'approval'
  | 'credentials'
  | 'shell-pipe'
  | 'tool-use'
  | 'exfiltration'
  | 'concealment'
  | 'urgency-authority'
  | 'safety-off'
  | 'misreport'
  | 'prompt-markup'
  | 'hidden-text'
  | 'disguised-text';

/** One row of the table: a shape in one language, or in none. */
export interface ShapeRow {
  readonly id: ShapeId;
  readonly language: 'any' | 'en' | 'de' | 'fr' | 'es' | 'pt' | 'zh' | 'ja' | 'ru';
  /** Matched against texts in lower case, accents of Latin letters and odd spaces folded. */
  readonly patterns: readonly RegExp[];
}

/**
 * Makes a row maker for a language: `{word}` in a pattern is replaced by the fragment of that name. Patterns are made when they
 * are first asked for: most commands that load the table never match with it, and making all takes longer than most of them.
 */
export function shapeRows(language: ShapeRow['language'], fragments: Readonly<Record<string, string>>) {
  const expand = (source: string): string =>
    source.replace(/\{([a-z]\w*)\}/g, (whole, name: string) => {
      const fragment = fragments[name];
      if (fragment === undefined) throw new TypeError(`no fragment ${whole}`);
      return `(?:${expand(fragment)})`;
    });
  return (id: ShapeId, ...sources: readonly string[]): ShapeRow => {
    const patterns = makeOnce(() => sources.map((source) => new RegExp(expand(source), 'u')));
    return {
      id,
      language,
      get patterns() {
        return patterns();
      },
    };
  };
}
