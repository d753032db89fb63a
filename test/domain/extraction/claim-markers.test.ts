import { describe, expect, test } from 'vitest';
import { findMarkedClaims } from '../../../src/domain/claim-markers.ts';
import { processorMillis } from '../../support/patience.ts';
import { fc } from '../../support/properties.ts';

function found(prompt: string): readonly string[] {
  return findMarkedClaims(prompt).map(({ kind, text }) => `${kind}: ${text}`);
}

describe('what a person asked to be remembered', () => {
  test.each([
    ['Remember: the gateway listens on port 4001.', 'fact: The gateway listens on port 4001'],
    ['Please remember that migrations never run in CI', 'fact: Migrations never run in CI'],
    ['Fix the test. Keep in mind that the clock is UTC. Thanks!', 'fact: The clock is UTC'],
    ["Don't forget: `pnpm` is what we use here", 'fact: `pnpm` is what we use here'],
    ['From now on, use pnpm instead of npm.', 'preference: Use pnpm instead of npm'],
    ['going forward write commit messages in the past tense', 'preference: Write commit messages in the past tense'],
    [
      'We decided to round money to cents (v1.2 of the API).',
      'decision: We decided to round money to cents (v1.2 of the API)',
    ],
    ["We've agreed on two reviewers per change", "decision: We've agreed on two reviewers per change"],
    ['Decision: amounts are integers', 'decision: Amounts are integers'],
    ['Merk dir: der Dienst läuft auf Port 4001', 'fact: Der Dienst läuft auf Port 4001'],
    ['Denk daran, dass die Uhr UTC zeigt.', 'fact: Die Uhr UTC zeigt'],
    ['Ab jetzt bitte immer pnpm verwenden', 'preference: Bitte immer pnpm verwenden'],
    ['Wir haben uns für pnpm entschieden.', 'decision: Wir haben uns für pnpm entschieden'],
    ['Souviens-toi que le port est 4001.', 'fact: Le port est 4001'],
    ['Désormais, on utilise pnpm', 'preference: On utilise pnpm'],
    ['Nous avons décidé de compter en centimes', 'decision: Nous avons décidé de compter en centimes'],
    ['Recuerda que el puerto es 4001', 'fact: El puerto es 4001'],
    ['A partir de ahora usamos pnpm', 'preference: Usamos pnpm'],
    ['Hemos decidido redondear a centavos', 'decision: Hemos decidido redondear a centavos'],
    ['记住：网关的端口是4001。', 'fact: 网关的端口是4001'],
    ['从现在开始，提交信息用英文', 'preference: 提交信息用英文'],
    ['我们决定金额用整数表示。', 'decision: 我们决定金额用整数表示'],
    ['覚えておいてください：ゲートウェイは4001番です。', 'fact: ゲートウェイは4001番です'],
    ['今後は、pnpm を使う', 'preference: Pnpm を使う'],
    ['金額は整数で扱うことに決めました。', 'decision: 金額は整数で扱うことに決めました'],
    ['Запомни, что порт 4001 занят шлюзом', 'fact: Порт 4001 занят шлюзом'],
    ['Отныне используем pnpm', 'preference: Используем pnpm'],
    ['Мы решили считать в копейках', 'decision: Мы решили считать в копейках'],
  ])('is found in %s', (prompt, claim) => {
    expect(found(prompt)).toEqual([claim]);
  });

  test('is each item of a list below the words', () => {
    expect(found('Please remember:\n- the port is 4001\n- the clock is UTC\n\nNow fix the lamp.')).toEqual([
      'fact: The port is 4001',
      'fact: The clock is UTC',
    ]);
  });

  test.each([
    'Do you remember how the lamp works?',
    'Remember when we fixed the lamp together',
    'I do not remember the port of the gateway',
    'Can you remember that for me?',
    'We decided what to do yesterday?',
    'Have we decided to round money to cents?',
    'Wir haben uns noch nicht entschieden, ob pnpm bleibt.',
    'The docs say “Remember: the port is 4001” but it is not',
    '"From now on, use npm" is what the old readme says',
    'The log says: remembered 14 keys from now on',
    '> Remember: the port is 4001',
    '    Remember: the port is 4001',
    '```\nRemember: the port is 4001\n```',
    '~~~text\nFrom now on, use npm instead of pnpm\n~~~',
    '$ echo Remember: the port is 4001',
    '2026-05-04T10:00:00Z Remember: the port is 4001',
    'ERROR Remember: the port is 4001',
    '<note>Remember: the port is 4001</note>',
    '| Remember: the port | is 4001 |',
    '+ Remember: the port is 4001',
    'Remember this.',
    'Remember: it',
    `Remember: ${'the port is 4001 and '.repeat(40)}`,
    'Rename remember() to recall() in cache.ts',
    'The function from now on returns a promise',
    '以後再說',
  ])('is nothing in %s', (prompt) => {
    expect(found(prompt)).toEqual([]);
  });

  test('is not looked for in the middle of what was pasted', () => {
    const pasted = 'the tide tables of the north pier, line by line\n'.repeat(200);
    const prompt = `Remember: the port is 4001\n${pasted}Remember: the clock is wrong here\n${pasted}From now on, use UTC everywhere`;
    expect(found(prompt)).toEqual(['fact: The port is 4001', 'preference: Use UTC everywhere']);
  });

  test('is found in bounded time, whatever the text', () => {
    const words = fc.constantFrom(
      'remember',
      'that ',
      ': ',
      'wir haben uns ',
      'ことに',
      '"',
      '“',
      '\n',
      ' ',
      '- ',
      'x',
      '.',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 400 }), (parts) => {
        expect(processorMillis(() => findMarkedClaims(parts.join('')))).toBeLessThan(10_000);
      }),
    );
    for (const word of ['wir haben ', 'remember ', '"', "' ", 'あ', '. '])
      expect(processorMillis(() => findMarkedClaims(word.repeat(20_000)))).toBeLessThan(10_000);
  });
});
