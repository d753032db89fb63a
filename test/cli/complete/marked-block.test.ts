import { expect, it } from 'vitest';
import { withBlock, withoutBlock } from '../../../src/cli/complete/marked-block.ts';
import { fc } from '../../support/properties.ts';

const files = fc.oneof(
  fc.constant(null),
  fc.array(fc.constantFrom('export A=1', '', '# a comment', 'alias l=loom')).map((lines) => lines.join('\n')),
  fc.array(fc.constantFrom('export A=1', '')).map((lines) => `${lines.join('\n')}\n`),
);

it('brings back every byte that was there, and no file where there was none', () => {
  fc.assert(
    fc.property(files, (file) => {
      expect(withoutBlock(withBlock(file, 'source it\n'))).toBe(file);
    }),
  );
});

it('is the same put in twice, and renews what is inside', () => {
  fc.assert(
    fc.property(files, (file) => {
      const once = withBlock(file, 'source it\n');
      expect(withBlock(once, 'source it\n')).toBe(once);
      expect(withoutBlock(withBlock(once, 'source another\n'))).toBe(file);
    }),
  );
});

it('keeps what a person wrote after it', () => {
  const grown = `${withBlock('export A=1', 'source it\n')}export B=2\n`;
  expect(withoutBlock(grown)).toBe('export A=1\nexport B=2\n');
});
