/** What is piped in is read as far as it can be of use, and no further. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importClaude, refused, succeed } from '../support/case-answers.ts';
import { journalLines } from '../support/case-files.ts';
import { loom, openSandbox } from '../support/case-sandbox.ts';
import { nativeId, writeSession } from '../support/claude-fixture.ts';

const KIB = 1024;

describe('standard input that is longer than it can be', () => {
  test.each([
    { what: 'a text', most: 64, argv: ['memory', 'propose', '--stdin'] },
    { what: 'a list of ids', most: KIB, argv: ['memory', 'reject', '-'] },
    { what: 'a list of ids', most: KIB, argv: ['sessions', 'archive', '-'] },
    {
      what: 'the data of an event',
      most: KIB,
      argv: ['sessions', 'record', nativeId(1), 'prompt.submitted', '--stdin'],
    },
  ])('of $argv is refused, and nothing is written', ({ what, most, argv }) => {
    const box = openSandbox();
    importClaude(box, writeSession(join(box.root, 'source'), { sessionId: nativeId(1), cwd: box.work, pairs: 1 }));
    const before = journalLines(box.store).length;
    const input = 'abc '.repeat((most * KIB) / 4 + 1);
    const { code, message } = refused(loom(box, [...argv, '--json'], { input }), 2);
    expect(code).toBe('input-too-long');
    expect(message).toBe(`standard input is longer than ${what} can be: more than ${most} KiB`);
    expect(journalLines(box.store)).toHaveLength(before);
  });

  test('is taken up to that length', () => {
    const box = openSandbox();
    const path = writeSession(join(box.root, 'source'), { sessionId: nativeId(1), cwd: box.work, pairs: 1 });
    importClaude(box, path);
    const lines = `${nativeId(1)}\n${' \n'.repeat(400 * KIB)}`;
    succeed(box, ['sessions', 'archive', '-'], { input: lines });
    const text = JSON.stringify({ text: 'Grease the bearing. '.repeat(300) }) + ' '.repeat(900 * KIB);
    succeed(box, ['sessions', 'record', nativeId(1), 'prompt.submitted', '--stdin'], { input: text });
  });
});
