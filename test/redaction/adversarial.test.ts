import { describe, expect, it } from 'vitest';
import { RULE_TABLE } from '../../src/redaction/rule-table.ts';
import { findSecrets, type SearchWork } from '../../src/redaction/secret-spans.ts';
import { adversariesOf } from './adversarial-texts.ts';

const SIZE = 2048;

/** The work for one character of a text. */
function workOf(text: string): SearchWork {
  const work = { tries: 0, characters: 0 };
  findSecrets(text, [], { work });
  return { tries: work.tries / text.length, characters: work.characters / text.length };
}

describe('texts made to be slow', () => {
  const works = adversariesOf(RULE_TABLE).map(({ name, rule, make }) => ({ name, rule, ...workOf(make(SIZE)) }));

  it('are made from every rule', () => {
    expect(new Set(works.map(({ rule }) => rule))).toEqual(new Set(['-', ...RULE_TABLE.map(({ id }) => id)]));
  });

  it('make few patterns be tried', () => {
    expect(works.filter(({ tries }) => tries > 1.5)).toEqual([]);
  });

  it('are not looked at again and again as views of themselves', () => {
    expect(works.filter(({ characters }) => characters > 7)).toEqual([]);
  });
});
