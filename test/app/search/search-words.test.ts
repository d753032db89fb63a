/** What a person may type, and what it finds. */

import { describe, expect, it } from 'vitest';
import { fc } from '../../support/properties.ts';
import { search, texts, toldApp } from './search-fixture.ts';

describe('words of any kind', () => {
  it('short words bind like long ones', async () => {
    const app = await toldApp(['quick check says ok', 'quick brown fox', 'all fine and ok', '修复 完成']);
    expect(await texts(app, 'quick ok')).toEqual(['quick check says ok']);
    expect(await texts(app, '"quick" ok')).toEqual(['quick check says ok']);
    expect(await texts(app, 'ok')).toHaveLength(2);
    expect(await texts(app, '修复')).toEqual(['修复 完成']);
    expect(await texts(app, 'go')).toEqual([]);
  });

  it('names stand inside text without spaces', async () => {
    const app = await toldApp(['重跑gen-itgc后50条悬空引用清零', 'nothing of the kind']);
    for (const question of ['itgc', 'gen-itgc', '悬空引用', '重跑 itgc', '悬空', '空', '"悬空引用清零"']) {
      const hits = await search(app, question);
      expect(
        hits.map(({ snippet }) => snippet),
        question,
      ).toEqual(['重跑gen-itgc后50条悬空引用清零']);
      expect(hits[0]?.score, question).toBeGreaterThan(0);
      expect(hits[0]?.partial, question).toBe(false);
    }
  });

  it('a name is found by its words, and whole in any case', async () => {
    const names = [
      'getShippingMethodIdFromCheckout throws',
      'HTTPSConnection reset',
      'unlockWithBiometrics',
      'parseURL2',
    ];
    const app = await toldApp(names);
    const questions = ['checkout', 'shipping', 'https', 'connection', 'biometrics', 'url', 'parseurl2'];
    for (const question of [...questions, names[0]?.split(' ')[0] ?? '', 'getshippingmethodidfromcheckout'])
      expect(await texts(app, question), question).toHaveLength(1);
  });

  it('a name that is written as asked for comes first', async () => {
    const app = await toldApp([
      'HTTPSConnection pool exhausted',
      'HTTPS handshake failed for Connection 42',
      'call atomic_write_json here',
      'atomic write of the json file',
      'atomicWriteJson is its twin',
    ]);
    expect((await texts(app, 'HTTPSConnection'))[0]).toBe('HTTPSConnection pool exhausted');
    expect(await texts(app, '"HTTPSConnection"')).toHaveLength(1);
    expect((await texts(app, 'atomic_write_json'))[0]).toBe('call atomic_write_json here');
    expect((await search(app, 'atomic_write_json'))[0]?.why).toContain('name as written');
  });

  it.each([
    'multi-agent',
    'POL-358',
    "don't",
    '--error-on-warnings',
    '"--error-on-warnings"',
    'std::vector',
    'title: hello',
    'title:',
    'scripts/deploy.sh',
    'deploy.sh',
    'ops@example.test',
    '61.2%',
    'v2.1.146-rc.1',
    'TS2345',
    'src/a b/x.ts:14:3',
    'C:\\work\\api\\main.py',
    'errno',
    'ECONNRESET (errno -104)',
    '1st go live',
    'to be',
    'IT asset',
    '42',
  ])('%s finds the one text that holds it', async (question) => {
    const app = await toldApp([
      'multi-agent run',
      'POL-358 is open',
      "don't use agents",
      'pass --error-on-warnings',
      'std::vector',
      'title: hello',
      'edit scripts/deploy.sh',
      'mail ops@example.test',
      'coverage 61.2%',
      'bump to v2.1.146-rc.1',
      'TS2345 at src/a b/x.ts:14:3',
      'C:\\work\\api\\main.py',
      'ECONNRESET (errno -104)',
      '1st go live on 42',
      'to be or not to be',
      'IT asset list',
      'running runs ran',
    ]);
    expect(await texts(app, question)).toHaveLength(1);
  });

  it('every form of a word finds the others', async () => {
    const app = await toldApp(['running runs ran', 'the boat is built']);
    for (const question of ['run', 'running', 'runs', 'ran'])
      expect(await texts(app, question), question).toHaveLength(1);
    expect(await texts(app, 'building boats')).toHaveLength(1);
  });

  it('a hash is found by its beginning', async () => {
    const app = await toldApp(['reverted in 3f9c2ab81d04e7aa1b2c', 'reverted in 4f9c2ab81d04e7aa1b2c']);
    expect(await texts(app, '3f9c2ab81d')).toEqual(['reverted in 3f9c2ab81d04e7aa1b2c']);
  });
});

describe('how words are matched', () => {
  it('some words do, and say so, only where nothing has all', async () => {
    const app = await toldApp(['1st go live on 42', 'the long way home']);
    const [first] = await search(app, 'the go live');
    expect(first).toMatchObject({
      snippet: '1st go live on 42',
      partial: true,
      why: expect.stringContaining('some words'),
    });
    expect(await search(app, 'the go live', { match: 'all' })).toEqual([]);
    expect((await search(app, 'go live')).every(({ partial }) => !partial)).toBe(true);
  });

  it('any words do, and full matches come first', async () => {
    const app = await toldApp(['lamp oil', 'lamp oil and wicks', 'wicks wicks wicks wicks']);
    const hits = await search(app, 'wicks lamp', { match: 'any' });
    expect(hits.map(({ snippet, partial }) => [snippet, partial])).toEqual([
      ['lamp oil and wicks', false],
      [expect.any(String), true],
      [expect.any(String), true],
    ]);
  });

  it('a misspelled word finds what is nearly spelled so, marked as partial', async () => {
    const app = await toldApp(['the telemetry is off by one', 'nothing here']);
    const [hit] = await search(app, 'telemtery');
    expect(hit).toMatchObject({ snippet: 'the telemetry is off by one', partial: true });
    expect(hit?.why).toContain('telemtery');
    expect(await search(app, 'telemtery', { match: 'all' })).toEqual([]);
  });

  it('words are left out and go on only where the syntax is asked for', async () => {
    const app = await toldApp(['alpha beta', 'alpha', 'alphabet soup']);
    expect(await texts(app, 'alpha -beta', { syntax: true })).toEqual(['alpha']);
    expect(await texts(app, 'alpha -beta')).toEqual(['alpha beta']);
    expect(await texts(app, 'alpha*', { syntax: true })).toHaveLength(3);
  });

  it('the trusted and then the newer of equals comes first', async () => {
    const app = await toldApp(['the lamp is lit', 'the lamp is lit', 'the lamp is lit']);
    const hits = await search(app, 'lamp');
    expect(hits.map(({ at }) => at)).toEqual([...hits.map(({ at }) => at)].sort().reverse());
  });
});

describe('any question', () => {
  const odd = [
    'alpha NOT beta',
    'NOT',
    'AND',
    'NEAR(alpha beta)',
    '(',
    '"',
    '""',
    '*',
    '^alpha',
    '{a b}: c',
    'text : alpha',
    "x' OR 1=1 --",
    'al\tpha',
    '   ',
    'a'.repeat(100_000),
    '🦊',
    '👩‍👩‍👧',
    '\u202e\u0000\u001b[31m',
    '\ud800',
    'body : x',
    'labels:snone',
    '-',
    '--',
    "'",
    '%',
    '_',
  ];

  it.each(odd.map((question) => [JSON.stringify(question).slice(0, 40), question]))(
    '%s has an answer',
    async (_name, question) => {
      const app = await toldApp(['alpha beta', 'alpha', 'beta']);
      for (const syntax of [false, true]) expect(Array.isArray(await search(app, question, { syntax }))).toBe(true);
    },
  );

  it('has an answer, whatever it is made of', async () => {
    const app = await toldApp(['alpha beta "gamma" 悬空引用 🦊', 'x-y_z NEAR(a b)', 'emoji 👩‍👩‍👧 here']);
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(
        '"',
        ' -',
        '*',
        '(',
        ')',
        ':',
        ' OR ',
        ' NOT ',
        'NEAR(',
        '^',
        '{',
        '}',
        "'",
        '\\',
        '\0',
        '\ud800',
        '\udfff',
        '👩‍👧',
        '悬空',
        'alpha',
      ),
    );
    const question = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(question, fc.boolean(), fc.constantFrom('all', 'any', 'auto'), async (text, syntax, match) => {
        expect(Array.isArray(await search(app, text, { syntax, match: match as 'all' }))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
