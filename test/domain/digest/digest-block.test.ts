import { describe, expect, test } from 'vitest';
import { findBlock, placeBlock } from '../../../src/domain/digest-block.ts';
import { diffTexts, renderDiff } from '../../../src/domain/text-diff.ts';
import { withoutLoomBlock } from '../../../src/kernel/loom-marks.ts';
import { fc } from '../../support/properties.ts';

const BODY = '# Project memory\n\n- Buoys are green\n';

function placed(file: string, body = BODY): string {
  const answer = placeBlock(file, body);
  if ('refusal' in answer) throw new Error(answer.refusal);
  return answer.text;
}

function refusalOf(file: string): string | undefined {
  const answer = placeBlock(file, BODY);
  return 'refusal' in answer ? answer.refusal : undefined;
}

describe('loom’s block in a file', () => {
  test.each([
    ['an empty file', ''],
    ['a file without a last line end', '# Harbour'],
    ['a file of other line ends', '# Harbour\r\n\r\nMoor first.\r\n'],
    ['a file that ends in blank lines', 'Moor first.\n\n\n'],
  ])('is added to %s, and every other byte stays', (_name, file) => {
    const once = placed(file);
    expect(once.startsWith(file)).toBe(true);
    expect(placed(once)).toBe(once);
    expect(once.endsWith('\n')).toBe(file === '' || file.endsWith('\n'));
    if (file.includes('\r\n')) expect(once.replaceAll('\r\n', '')).not.toContain('\n');
    const again = placed(once, '# Project memory\n\n- Buoys are red\n');
    expect(again.startsWith(file)).toBe(true);
    expect(again).not.toContain('green');
  });

  test('is replaced where it stands, whatever is around it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const [head, foot] = [`${before}\n`, `\n${after}`];
        const file = `${head}<!-- loom:begin -->\nold\n<!-- loom:end -->${foot}`;
        if (refusalOf(file) !== undefined) return;
        const text = placed(file);
        expect(text.startsWith(head)).toBe(true);
        expect(text.endsWith(foot)).toBe(true);
        expect(placed(text)).toBe(text);
      }),
    );
  });

  test('is what the policy of the project leaves out', () => {
    expect(withoutLoomBlock(placed('Moor first.\n')).trim()).toBe('Moor first.');
  });

  test('is refused where its markers do not pair, stand twice, or a merge is unresolved', () => {
    const block = '<!-- loom:begin -->\nold\n<!-- loom:end -->\n';
    expect(refusalOf('<!-- loom:begin -->\nold\n')).toBe('block-unpaired');
    expect(refusalOf('<!-- loom:end -->\nold\n<!-- loom:begin -->\n')).toBe('block-unpaired');
    expect(refusalOf(block + block)).toBe('block-repeated');
    expect(refusalOf(block.replace('old', '<<<<<<< ours\nold\n=======\nnew\n>>>>>>> theirs'))).toBe(
      'block-in-conflict',
    );
    expect(refusalOf(`<<<<<<< ours\n${block}=======\n${block}>>>>>>> theirs\n`)).toBe('block-in-conflict');
    expect(refusalOf(`<<<<<<< ours\n${block}=======\n>>>>>>> theirs\n`)).toBe('block-in-conflict');
    expect(findBlock('The marker `<!-- loom:begin -->` is loom’s.\n')).toEqual({ place: null });
  });
});

describe('a comparison of texts', () => {
  test('shows what changed and two lines around it', () => {
    const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].join('\n');
    expect(renderDiff(diffTexts(before, before.replace('d', 'D')))).toBe('  b\n  c\n- d\n+ D\n  e\n  f\n');
    expect(renderDiff(diffTexts(before, before))).toBe('');
  });

  test('gives both texts back', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (one, other) => {
        const [before, after] = [`${one.join('\n')}\n`, `${other.join('\n')}\n`];
        const diff = diffTexts(before, after);
        const side = (gone: string) =>
          `${diff
            .filter(({ sign }) => sign !== gone)
            .map(({ text }) => text)
            .join('\n')}\n`;
        expect(side('+')).toBe(before);
        expect(side('-')).toBe(after);
      }),
    );
  });
});
