import { describe, expect, it } from 'vitest';
import { MOST_ASKED_CLAIMS, readAskedClaims } from '../../../src/domain/asked-claims.ts';

const read = (answer: unknown) =>
  readAskedClaims(typeof answer === 'string' ? answer : JSON.stringify(answer), (id) => id === 'm1');
const LAMP = { kind: 'fact', text: 'The lamp turns every 12 s' };

describe('the answer of an extractor', () => {
  it('is a list of claims; messages that the session does not have are left out', () => {
    expect(read([LAMP, { ...LAMP, kind: 'decision', text: ' Moor north ', messages: ['m1', 'm1', 'm9'] }])).toEqual({
      ok: true,
      claims: [
        { ...LAMP, messageIds: [] },
        { kind: 'decision', text: 'Moor north', messageIds: ['m1'] },
      ],
    });
    expect(read([])).toEqual({ ok: true, claims: [] });
  });

  it.each([
    ['', 'is empty'],
    ['Sure! Here is what I found: []', 'has words around the list'],
    ['[{"kind":"fact","text":"cut', 'is cut'],
    [{ claims: [LAMP] }, 'is no list'],
    [[LAMP, 'The lamp turns'], 'holds what is no claim'],
    [[LAMP, null], 'holds nothing'],
    [[{ ...LAMP, kind: 'order' }], 'has an unknown kind'],
    [[{ ...LAMP, status: 'accepted' }], 'says more than a claim can'],
    [[{ ...LAMP, text: '   ' }], 'has an empty text'],
    [[{ ...LAMP, text: 'x'.repeat(2049) }], 'has a text that is too long'],
    [[{ ...LAMP, text: 12 }], 'has a text that is none'],
    [[{ ...LAMP, messages: 'm1' }], 'names messages in another form'],
    [Array.from({ length: MOST_ASKED_CLAIMS + 1 }, () => LAMP), 'has too many claims'],
  ] as readonly (readonly [unknown, string])[])('%j is not taken: it %s', (answer, _) => {
    expect(read(answer)).toMatchObject({ ok: false });
  });

  it('says which claim is in another form', () => {
    expect(read([LAMP, { ...LAMP, kind: 'order' }])).toMatchObject({ problem: expect.stringContaining('claim 2') });
  });
});
