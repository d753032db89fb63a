import { expect, it } from 'vitest';
import { type Anchor, AnchorIndex } from '../../src/redaction/anchor-index.ts';
import { joinPlans, planAnchors } from '../../src/redaction/anchor-plan.ts';

function anchorsOf(literals: readonly string[]): readonly Anchor[] {
  return literals.map((literal, owner) => ({
    literal,
    ignoreCase: literal === literal.toLowerCase(),
    notPlural: false,
    wordStart: false,
    owner,
  }));
}

function hitsOf(index: AnchorIndex, text: string): readonly (readonly [number, number])[] {
  const hits: [number, number][] = [];
  index.scan(text, {
    found: (owner, at) => {
      hits.push([owner, at]);
      return -1;
    },
  });
  return hits;
}

const LITERALS = ['password', 'AKIA', 'Kon\0a=', 'пароль', 'xoxb-', 'kennwort'];

it('finds each literal where it stands, in any case when it is asked to', () => {
  const index = new AnchorIndex(anchorsOf(LITERALS));
  expect(hitsOf(index, 'a PassWord, AKIA, akia, Kon9a= and пароль KENNWORT')).toEqual([
    [0, 2],
    [1, 12],
    [2, 24],
    [3, 35],
    [5, 42],
  ]);
});

it('finds the same by a plan that was written down', () => {
  const anchors = anchorsOf(LITERALS);
  const plan = JSON.parse(JSON.stringify(planAnchors(anchors)));
  const text = `${LITERALS.join(' ')} ${LITERALS.join('').toUpperCase()}`;
  expect(hitsOf(new AnchorIndex(anchors, plan), text)).toEqual(hitsOf(new AnchorIndex(anchors), text));
});

it('refuses the plan of other anchors, by which it would overlook secrets', () => {
  const plan = planAnchors(anchorsOf(LITERALS.slice(1)));
  expect(() => new AnchorIndex(anchorsOf(LITERALS), plan)).toThrow('other anchors');
});

it('joins two plans to the one of all their literals', () => {
  const [first, second] = [LITERALS.slice(0, 2), [...LITERALS.slice(2), 'passwort', 'AKIA']];
  const joined = joinPlans(planAnchors(anchorsOf(first)), planAnchors(anchorsOf(second)));
  const both = anchorsOf([...first, ...second]);
  expect(joined).toEqual(planAnchors(both.map((anchor) => ({ ...anchor }))));
  const index = new AnchorIndex(anchorsOf(first)).with(new AnchorIndex(anchorsOf(second)));
  expect(hitsOf(index, 'kennwort AKIA')).toHaveLength(3);
});
