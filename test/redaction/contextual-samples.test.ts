import { describe, expect, it } from 'vitest';
import { RULE_TABLE } from '../../src/redaction/rule-table.ts';
import { CONTEXTUAL_SAMPLES } from './contextual-samples.ts';
import { testRedactor } from './test-redactor.ts';

const redactor = testRedactor();
const FEWEST = 3;
const contextual = RULE_TABLE.filter((rule) => rule.contextual === true);
const names = [...new Set(contextual.map(({ id }) => id))];

describe('every rule that is told by surroundings', () => {
  it('has samples, and there are none of a rule that is gone', () => {
    expect(Object.keys(CONTEXTUAL_SAMPLES).sort()).toEqual([...names].sort());
  });

  it.each(names)('%s has three secrets and three lookalikes, which it tells apart', (name) => {
    const { hidden, stay } = CONTEXTUAL_SAMPLES[name] ?? { hidden: [], stay: [] };
    expect(hidden.length).toBeGreaterThanOrEqual(FEWEST);
    expect(stay.length).toBeGreaterThanOrEqual(FEWEST);
    for (const [text, secret] of hidden) {
      const redacted = redactor.redact(text);
      expect(redacted.text).not.toContain(secret);
      expect({ text, rules: Object.keys(redacted.rules) }).toEqual({ text, rules: [name] });
    }
    expect(stay.map((text) => redactor.redact(text).text)).toEqual(stay);
  });
});
