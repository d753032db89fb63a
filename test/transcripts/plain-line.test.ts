import { describe, expect, it } from 'vitest';
import { RULE_TABLE } from '../../src/redaction/rule-table.ts';
import { secretAnchors } from '../../src/redaction/secret-spans.ts';
import { LineScreen } from '../../src/transcripts/plain-line.ts';

const screen = new LineScreen(secretAnchors());

describe('the screening of a line', () => {
  it('looks wherever an anchor occurs, at even and at odd places, inside a text and at its end', () => {
    const missed: string[] = [];
    for (const { anchors, ignoreCase } of RULE_TABLE) {
      for (const literal of anchors) {
        const text = literal.replaceAll('\0', '1');
        const spellings = ignoreCase === true ? [text, text.toLowerCase(), text.toUpperCase()] : [text];
        for (const spelled of spellings) {
          for (const before of ['  ', '   ']) {
            for (const after of ['', ' ', ' = "x1"', '  tail']) {
              const bytes = Buffer.from(`${before}${spelled}${after}`);
              if (secretAnchors().occursIn(bytes) && screen.look(bytes) !== 'look') missed.push(bytes.toString());
            }
          }
        }
      }
    }
    expect(missed).toEqual([]);
  });

  it('looks where text in base64 begins, or a string is long, or a control character stands', () => {
    const encoded = Buffer.from('the heather moor is wide').toString('base64');
    for (const space of ['', ' ']) {
      expect(screen.look(Buffer.from(`${space}{"a":"${encoded}"}`))).toBe('look');
      expect(screen.look(Buffer.from(`${space}{"a":"${'moor '.repeat(20_000)}"}`))).toBe('look');
      expect(screen.look(Buffer.from(`${space}{"a":\n1}`))).toBe('look');
      expect(screen.look(Buffer.from(`${space}{"a":"${'moor '.repeat(2000)}"}`))).toBe('plain');
    }
  });

  it('says of a line that may be too deep that it is otherwise plain', () => {
    expect(screen.look(Buffer.from(`${'['.repeat(300)}${']'.repeat(300)}`))).toBe('many-brackets');
  });
});
