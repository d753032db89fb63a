import { describe, expect, it } from 'vitest';
import { matchText } from '../../../src/domain/search-match.ts';
import { planSearch } from '../../../src/domain/search-plan.ts';
import { mayStemTo, stemWord } from '../../../src/domain/search-stem.ts';
import { indexTerms } from '../../../src/domain/search-terms.ts';
import { piecesOf } from '../../../src/domain/search-words.ts';
import { fc } from '../../support/properties.ts';

describe('the terms of a text', () => {
  it.each([
    ['getShippingMethodIdFromCheckout', 'get ship method id from checkout', 'getshippingmethodidfromcheckout'],
    ['HTTPSConnection', 'http connect', 'httpsconnection'],
    ['atomic_write_json', 'atom write json', 'atomicwritejson'],
    ['gen-itgc', 'gen itgc', 'genitgc'],
    ['parseURL2', 'pars url 2', 'parseurl2'],
    ['TS2345', 'ts 2345', 'ts2345'],
    ['URLs', 'url', ''],
    ['src/app/main.py:14', 'src app main py 14', ''],
    ['C:\\work\\main.py', 'c work main py', ''],
    ["Ada's agents don't", 'ada agent don t', ''],
    ['3f9c2ab81d', '3f9c2ab81d', ''],
  ])('%s is made of its words and is one name', (text, body, names) => {
    expect(indexTerms(text)).toMatchObject({ body, names });
  });

  it.each([
    ['CAFÉ naïve', 'cafe naive'],
    ['Straße', 'STRASSE'],
    ['Ｆｕｌｌｗｉｄｔｈ', 'fullwidth'],
    ['running connections studies', 'run connection study'],
    ['bought', 'buy'],
    ['ошибками', 'ошибка'],
    ['مُحَمَّد', 'محمد'],
  ])('%s and %s are the same words', (one, other) => {
    expect(indexTerms(one).body).toBe(indexTerms(other).body);
  });

  it('tells voiced from unvoiced kana', () => {
    expect(indexTerms('ガス').body).not.toBe(indexTerms('カス').body);
  });

  it('cuts scripts without spaces into overlapping pairs, and other words out of them', () => {
    expect(indexTerms('重跑gen-itgc后').body).toBe('重跑 跑 gen itgc 后');
    expect(indexTerms('データ').body).toBe('デー ータ タ');
  });

  it('holds letters, digits and single spaces only, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const { body, names, length } = indexTerms(text);
        expect(`${body} ${names}`).toMatch(/^[\p{L}\p{N}\p{M} ]*$/u);
        expect(body === '' ? 0 : body.split(' ').length).toBe(length);
      }),
    );
  });

  it('are the terms of its pieces, as a question has them, whatever words were met before', () => {
    const part = fc.constantFrom(
      'run',
      'Running',
      'parseURL',
      'get_',
      '-',
      ' ',
      '/',
      "'s",
      'é',
      'Straße',
      '重跑',
      '\u0301',
      '42',
    );
    const text = fc.array(fc.oneof(part, fc.string({ maxLength: 70 }))).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (one) => {
        const terms = piecesOf(one).map(({ term }) => term);
        expect(indexTerms(one)).toMatchObject({ body: terms.join(' '), length: terms.length });
      }),
    );
  });

  it('stay the same when more words were met than are kept', () => {
    const words = Array.from(
      { length: 120_000 },
      (_, n) => `harbour${n.toString(26).replace(/\d/g, 'z')}${'x'.repeat(40)}ing`,
    );
    const bodies = () => words.map((word) => indexTerms(word).body);
    expect(bodies()).toEqual(bodies());
    expect(indexTerms('Running parseURL').body).toBe('run pars url');
  });

  it('can tell without making a stem what it cannot begin with', () => {
    const endings = ['ing', 'ed', 's', 'ies', 'ational', 'ность', 'ами', ''];
    const word = fc
      .tuple(fc.string({ unit: fc.constantFrom(...'aeioutrsnly', ...'еиаонт') }), fc.constantFrom(...endings))
      .map((parts) => parts.join(''));
    const irregular = ['went', 'gone', 'ate', 'bought', 'mice', 'understood'].map((one) => fc.constant(one));
    fc.assert(
      fc.property(fc.oneof(word, ...irregular), (one) => {
        expect(mayStemTo(one, new Set([stemWord(one).charAt(0)]))).toBe(true);
      }),
    );
  });

  it('says of each piece where it stands', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        let last = 0;
        for (const { start, end } of piecesOf(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          last = start;
        }
      }),
    );
  });
});

describe('a question', () => {
  const kindsOf = (question: string) => planSearch(question).terms.map(({ written, kind }) => [written, kind]);

  it('is words, names and quoted phrases', () => {
    expect(kindsOf('retry "dead letter" src/app.ts 悬空引用')).toEqual([
      ['retry', 'word'],
      ['dead letter', 'phrase'],
      ['src/app.ts', 'name'],
      ['悬空引用', 'unspaced'],
    ]);
  });

  it.each(['alpha NOT beta', 'NEAR(alpha beta)', 'alpha -beta', '^alpha {beta}: gamma*', '"alpha beta', 'a OR b'])(
    'has no operators: %s',
    (question) => {
      expect(planSearch(question).not).toEqual([]);
      expect(planSearch(question).terms.every(({ kind, prefix }) => kind === 'word' && !prefix)).toBe(true);
    },
  );

  it('leaves out and goes on where the syntax is asked for', () => {
    const plan = planSearch('retry* -queue -"dead letter"', { syntax: true });
    expect(plan.terms).toMatchObject([{ written: 'retry', prefix: true }]);
    expect(plan.not.map(({ written }) => written)).toEqual(['queue', 'dead letter']);
  });

  it('finds every text by the text itself, or has nothing to look for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (text) => {
        const { terms } = planSearch(text.replaceAll(/["“”「」]/g, ' '));
        const { matches } = matchText(text.replaceAll(/["“”「」]/g, ' '), terms);
        expect(matches.filter(({ count }) => count === 0).map(({ term }) => term.written)).toEqual([]);
      }),
    );
  });

  it('is cut where somebody pasted a book', () => {
    expect(planSearch('word '.repeat(100_000)).terms).toHaveLength(1);
    expect(planSearch(Array.from({ length: 5000 }, (_, n) => `w${n}x`).join(' ')).terms.length).toBeLessThanOrEqual(64);
  });
});
