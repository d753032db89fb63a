import type { SecretRule } from '../../src/redaction/secret-rule.ts';

/** A text made to be slow, of any size. */
export interface Adversary {
  readonly name: string;
  /** The rule it was made from; `-` for none. */
  readonly rule: string;
  readonly make: (size: number) => string;
}

const fill = (unit: string, size: number): string => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

/** What stands between one anchor and the next. */
const GAPS: readonly string[] = [
  '',
  ' ',
  '\n',
  ': ',
  "='",
  '="a',
  ' -p ',
  '\\"',
  'a1',
  'A1b2',
  ' is a1, ',
  '=[',
  '%3D',
  '-----',
];
/** What an anchor is followed by, without an end. */
const TAILS: readonly string[] = [
  'a',
  'A1',
  ' ',
  '\\',
  '"',
  '0',
  'a-',
  'a.',
  '=',
  '\\n',
  '"a',
  'a: ',
  "' + '",
  '\n',
  'a\n',
];

function ofAnchor(rule: string, anchor: string): readonly Adversary[] {
  const named = (name: string, make: Adversary['make']): Adversary => ({
    name: `${JSON.stringify(anchor)} ${name}`,
    rule,
    make,
  });
  return [
    ...GAPS.map((gap) => named(`and ${JSON.stringify(gap)} over and over`, (size) => fill(anchor + gap, size))),
    ...TAILS.map((tail) => named(`and ${JSON.stringify(tail)} without end`, (size) => anchor + fill(tail, size))),
    named('behind one long word, over and over', (size) => fill(`${'a1'.repeat(40)}${anchor}`, size)),
    named('in a wrapped line, over and over', (size) => fill(`${'aB3'.repeat(20)}\n${anchor}\n`, size)),
  ];
}

const DIGITS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** A value for each number, each another one. */
function drawnValue(number: number, length = 10): string {
  let state = number + 1;
  let value = '';
  while (value.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    value += DIGITS.charAt(state % DIGITS.length);
  }
  return value;
}

/** Secrets of which each is another one: none is known from before. */
function ofManySecrets(): readonly Adversary[] {
  const many = (name: string, line: (value: string, at: number) => string): Adversary => ({
    name: `${name}, each another one`,
    rule: '-',
    make: (size) => {
      let text = '';
      for (let at = 0; text.length < size; at += 1) text += line(drawnValue(at), at);
      return text.startsWith('{') ? `[${text}0]` : text;
    },
  });
  return [
    many('settings of one width', (value) => `password=${value}\n`),
    many('settings of many widths', (value, at) => `export SECRET_${at}=${value}${value.slice(0, at % 7)}\n`),
    many('coloured names', (value, at) => `\u001b[3${at % 8}mpass\u001b[0mword=${value}\n`),
    many('keys in lines', (value) => `AKIA${(value + value).slice(0, 16).toUpperCase()}\n`),
    many('members of JSON', (value) => `{"password":"${value}"},`),
    many('members of JSON in JSON', (value) => `{\\"api_key\\":\\"${value}${value}\\"},`),
    many('rows of a table', (value) => `| ${value.slice(0, 5)} | password | ${value} |\n`),
    many('rows of a list', (value) => `${value.slice(0, 5)},password,${value}\n`),
    many('members of a Kubernetes secret', (value) => `  a${value}: ${Buffer.from(value).toString('base64')}\n`),
    many('changed lines', (value) => `+password: ${value}\n-password: ${value}x\n`),
    many('lines of letters', (value) => `${value.repeat(7)}\n`),
  ];
}

/** Twists of whole texts, of no rule. */
function ofEncodings(anchors: readonly string[]): readonly Adversary[] {
  const whole = (name: string, make: Adversary['make']): Adversary => ({ name, rule: '-', make });
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const some = anchors.join(' ');
  return [
    ...[
      '.',
      'A',
      'a',
      '0',
      '[',
      '{"a":[',
      '{"a":',
      '"',
      "'",
      '\\',
      '\\"',
      '\\u0061',
      '%2F',
      '%25',
      'é',
      '😀',
      '密码：',
      '\n',
      ' ',
      '\t',
    ].map((unit) => whole(`${JSON.stringify(unit)} over and over`, (size) => fill(unit, size))),
    ...[16, 40, 64, 76, 1000].map((width) =>
      whole(`lines of ${width} letters`, (size) => fill(`${'A'.repeat(width)}\n`, size)),
    ),
    ...[16, 64, 76].map((width) =>
      whole(`base64 in lines of ${width}`, (size) =>
        base64(fill(some, size))
          .replaceAll(new RegExp(`.{${width}}`, 'g'), '$&\n')
          .slice(0, size),
      ),
    ),
    whole('all anchors in turn', (size) => fill(anchors.join(''), size)),
    whole('all anchors in turn, apart', (size) => fill(some, size)),
    whole('all anchors in turn, as values', (size) => fill(anchors.join("='"), size)),
    whole('all anchors in turn, in lines', (size) => fill(anchors.join('\n'), size)),
    whole('base64 of anchors', (size) => base64(fill(some, size)).slice(0, size)),
    whole('base64 of base64 of anchors', (size) => base64(base64(fill(some, size))).slice(0, size)),
    whole('short runs of base64', (size) =>
      fill(anchors.map((anchor) => base64(`the ${anchor} of it`)).join(' '), size),
    ),
    whole('percent escapes around anchors', (size) =>
      fill(anchors.map((anchor) => encodeURIComponent(`${anchor}=`)).join('%26'), size),
    ),
    whole('JSON in JSON in JSON', (size) => {
      let text = fill(some, size / 4);
      for (let level = 0; level < 4; level += 1) text = JSON.stringify({ password: text, a: [text.slice(0, 9)] });
      return text;
    }),
    whole('a JSON array of short texts', (size) =>
      JSON.stringify(Array.from({ length: size / 24 }, (_, at) => `token is a1b2c3d4 ${at}`)),
    ),
    whole('a JSON array of anchors', (size) =>
      JSON.stringify(Array.from({ length: size / 12 }, (_, at) => anchors[at % anchors.length])),
    ),
    whole(
      'a JSON object of secrets',
      (size) => `{${fill('"password":"hunter2-x7","token":"a1b2c3d4e5f6g7h8",', size)}"a":1}`,
    ),
    whole('base64 whose bytes around an anchor do not print', (size) => fill(`${base64('sk-proj-')}AAAAA`, size)),
    ...['password', 'sswd', 'ecret_'].map((name) =>
      whole(`a member of JSON with a long name of ${name}`, (size) => `{"${fill(name, size)}":"x"}`),
    ),
    whole('beginnings of colours', (size) => fill('\u001b[3 ', size)),
    whole('placeholders', (size) => fill('[redacted:named-secret:00000000]', size)),
    whole('quotes inside quotes', (size) => fill(`password="a'b\\"c`, size)),
  ];
}

/** Texts of any size that make every rule look as often, and as far, as it can. */
export function adversariesOf(table: readonly SecretRule[]): readonly Adversary[] {
  const seen = new Set<string>();
  const rows = table.flatMap(({ id, anchors, pattern }) => {
    const literal = anchors.find((anchor) => !seen.has(anchor + pattern.source));
    if (literal === undefined) return [];
    seen.add(literal + pattern.source);
    return ofAnchor(id, literal.replaceAll('\0', 'a'));
  });
  return [
    ...ofEncodings(table.flatMap(({ anchors }) => anchors.slice(0, 3)).map((literal) => literal.replaceAll('\0', 'a'))),
    ...ofManySecrets(),
    ...rows,
  ];
}
