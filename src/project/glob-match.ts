import { assertNever } from '../kernel/assert-never.ts';

type Token =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'one' | 'name' | 'any' | 'folders' };

const WILDCARDS: Readonly<Record<string, Token>> = {
  '?': { kind: 'one' },
  '*': { kind: 'name' },
  '**': { kind: 'any' },
  '**/': { kind: 'folders' },
};

function tokensOf(glob: string): readonly Token[] {
  const parts = glob.split(/(\*\*\/|\*\*|\*|\?)/).filter((part) => part !== '');
  return parts.map((part) => WILDCARDS[part] ?? { kind: 'literal', text: part });
}

/** Whether the path fits from each place on, given where what follows the token fits. */
function stepBack(token: Token, path: string, after: Uint8Array): Uint8Array {
  const fits = new Uint8Array(path.length + 1);
  for (let at = path.length; at >= 0; at -= 1) fits[at] = fitsAt(token, { path, at, after, fits }) ? 1 : 0;
  return fits;
}

interface Place {
  readonly path: string;
  readonly at: number;
  readonly after: Uint8Array;
  /** What is known of later places. */
  readonly fits: Uint8Array;
}

function fitsAt(token: Token, { path, at, after, fits }: Place): boolean {
  switch (token.kind) {
    case 'literal':
      return path.startsWith(token.text, at) && after[at + token.text.length] === 1;
    case 'one':
      return at < path.length && path[at] !== '/' && after[at + 1] === 1;
    case 'name':
      return after[at] === 1 || (path[at] !== '/' && fits[at + 1] === 1);
    case 'any':
      return after[at] === 1 || fits[at + 1] === 1;
    case 'folders': {
      const slash = path.indexOf('/', at);
      return after[at] === 1 || (slash > at && fits[slash + 1] === 1);
    }
    default:
      return assertNever(token);
  }
}

/**
 * Makes a matcher of a pattern of `*`, `?` and `**` over paths with `/`. It takes time in proportion to pattern and path, whatever
 * the pattern: patterns come from projects.
 */
export function globMatcher(glob: string): (path: string) => boolean {
  const tokens = tokensOf(glob);
  return (path) => {
    let fits: Uint8Array = new Uint8Array(path.length + 1);
    fits[path.length] = 1;
    for (const token of tokens.toReversed()) fits = stepBack(token, path, fits);
    return fits[0] === 1;
  };
}
