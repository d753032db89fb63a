import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { RecordKeeper } from '../../src/transcripts/kept-line.ts';
import { fc } from '../support/properties.ts';
import { draw, SAMPLES } from './secret-samples.ts';
import { testRedactor } from './test-redactor.ts';

const redactor = testRedactor();
const keeper = new RecordKeeper({
  redactor,
  sha256: (content) => createHash('sha256').update(content).digest(),
});

const COLOUR = new RegExp(String.raw`${'\u001b'}\[\d*m`, 'g');

/** Where redaction and transcripts cut what they look at: previews, windows of views, blobs, chunks. */
const CUTS = [300, 512, 2048, 4096, 16 * 1024, 18 * 1024, 32 * 1024, 64 * 1024, 128 * 1024];
const CHUNKS = [1024 * 1024];
const TIDE = 'The tide comes and the tide goes. ';
const TOLD = `Hq3Vd9Lm${draw(24)}7x`;
const SECRETS = [
  ...SAMPLES.slice(0, 12).map((sample) => {
    const secret = sample.make();
    return { text: secret, secret };
  }),
  { text: `password=${TOLD}`, secret: TOLD },
  { text: `"api_token": "${TOLD}"`, secret: TOLD },
];

/** Ways to write the text around a secret, and how the secret reads in it. */
const FORMS: Readonly<Record<string, { readonly unit: string; readonly write: (text: string) => string }>> = {
  'plain prose': { unit: TIDE, write: (text) => text },
  lines: { unit: `${TIDE}\n`, write: (text) => text },
  'one long link': { unit: 'tide%2Fgoes%26', write: (text) => encodeURIComponent(text) },
  'a link with escapes on one side': { unit: 'tide-goes-', write: (text) => `%26${encodeURIComponent(text)}` },
  colours: { unit: '\u001b[32mtide\u001b[0m ', write: (text) => text.replace('=', '\u001b[0m=\u001b[33m') },
  'colours of one line': { unit: '\u001b[32mtide\u001b[0m-', write: (text) => `\u001b[0m ${text}` },
};

function filled(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(-Math.max(length, 0));
}

/** Those whose beginning is long enough to be seen in base64. */
const TOLD_IN_BASE64 = SECRETS.filter(({ text }) => /^(?:sk-ant|sk-proj|password|"api)/.test(text));

/** No more than half of the secret in a row is left. */
function leavesNothing(left: string, secret: string): boolean {
  const half = Math.ceil(secret.length / 2);
  for (let at = 0; at + half <= secret.length; at += 1) if (left.includes(secret.slice(at, at + half))) return false;
  return true;
}

interface Placed {
  readonly cut: number;
  readonly back: number;
  readonly form: string;
  readonly chosen: (typeof SECRETS)[number];
  readonly after: number;
}

const placed = (cuts: readonly number[]): fc.Arbitrary<Placed> =>
  fc.record({
    cut: fc.constantFrom(...cuts),
    back: fc.integer({ min: -8, max: 200 }),
    form: fc.constantFrom(...Object.keys(FORMS)),
    chosen: fc.constantFrom(...SECRETS),
    after: fc.constantFrom(0, 1, 100, 3000, 70_000),
  });

/** A text in which a secret lies across a place, or near it. */
function textOf({ cut, back, form, chosen, after }: Placed): string {
  const { unit, write } = FORMS[form] as (typeof FORMS)[string];
  return `${filled(unit, Math.max(0, cut - back))} ${write(chosen.text)} ${filled(unit, after)}`.replaceAll(
    form.includes('link') || form.endsWith('line') ? /(?<=[\w%-]) | (?=[\w%-])/g : /^$/g,
    '',
  );
}

function decoded(text: string): string {
  return text.replaceAll(/%[2-7][0-9A-F]/g, decodeURIComponent).replaceAll(COLOUR, '');
}

describe('a secret across a place where a text is cut', () => {
  it('is hidden in a text, whatever is around it', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(placed(CUTS), (where) => {
        expect(leavesNothing(decoded(redactor.redact(textOf(where)).text), where.chosen.secret)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('is hidden in base64 of any length', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(placed([...CUTS, 48 * 1024, 96 * 1024]), fc.constantFrom(...TOLD_IN_BASE64), (where, chosen) => {
        const { cut, back, after } = where;
        const inside = `${filled(TIDE, Math.max(0, cut - back))}${chosen.text} ${filled(TIDE, after)}`;
        const text = `see ${Buffer.from(inside).toString('base64')} there`;
        const left = redactor.redact(text).text.split(/[^A-Za-z0-9+/=]+/);
        const plain = left.flatMap((run) =>
          [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString('latin1')),
        );
        expect(leavesNothing(plain.join(' '), chosen.secret)).toBe(true);
      }),
      { numRuns: 80 },
    );
  });

  it('is hidden in a record, its blobs and its previews', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(placed(CUTS), (where) => {
        const line = JSON.stringify({ type: 'output', parts: [{ text: textOf(where) }] });
        const { record, blobs } = keeper.keep({ bytes: Buffer.from(line), sourceLine: 1, at: null });
        const all = [record.toString(), ...blobs.map(({ content }) => Buffer.from(content).toString())].join('\n');
        expect(leavesNothing(decoded(all), where.chosen.secret)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('is hidden at a megabyte', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(placed(CHUNKS), (where) => {
        expect(leavesNothing(decoded(redactor.redact(textOf(where)).text), where.chosen.secret)).toBe(true);
      }),
      { numRuns: 8 },
    );
  });
});
