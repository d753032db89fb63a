import { htmlWords } from '../domain/html-text.ts';

/** HTML that was made here: the one thing that a template takes as it is. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a template. Text is foreign: nothing in it becomes markup, and what hides or turns it is made visible. */
export type Piece = string | number | Markup | null | undefined | false | readonly Piece[];

function textOf(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === 'object') return piece.map(textOf).join('');
  return htmlWords(String(piece));
}

/** Makes markup; every piece that is not markup itself is escaped. Attributes are quoted with double quotes. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(strings.map((text, at) => `${text}${textOf(pieces[at])}`).join(''));
}

/** Takes over what a renderer of the domain made. */
export function rendered(pieces: Iterable<string>): Markup {
  return new Markup([...pieces].join(''));
}
