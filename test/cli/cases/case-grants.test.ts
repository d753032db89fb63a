/** One project opened to another, as a person does it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer, importClaude, refused, succeed } from '../support/case-answers.ts';
import { journalLines } from '../support/case-files.ts';
import { loom, openSandbox, type Sandbox } from '../support/case-sandbox.ts';
import { nativeId, writeSession } from '../support/claude-fixture.ts';

interface Grants {
  readonly result: string;
  readonly grants: readonly {
    readonly id: string;
    readonly from: { readonly name: string };
    readonly to: { readonly name: string } | 'all';
    readonly reason: string | null;
  }[];
}

function openThree(box: Sandbox): void {
  for (const [n, name] of ['work', 'charts', 'ropes'].entries()) {
    const cwd = join(box.root, name);
    mkdirSync(cwd, { recursive: true });
    const file = join(box.home, '.claude', 'projects', name);
    writeSession(file, { sessionId: nativeId(n + 1), cwd, pairs: 1, seed: nativeId(n + 1) });
  }
  importClaude(box);
}

test('a grant holds until it is taken back, is made once, and is listed', () => {
  const box = openSandbox();
  openThree(box);
  const token = ['ghp', 'Q7mZ2kP9xW4vB8nR3tY6uL1dF5gH0jS2aC4e'].join('_');
  const made = answer<Grants>(box, ['project', 'grant', 'charts', '--reason', `tides ${token}`]);
  expect(made).toMatchObject({ result: 'changed', grants: [{ from: { name: 'charts' }, to: { name: 'work' } }] });
  expect(made.grants[0]?.reason).not.toContain(token);
  expect(answer<Grants>(box, ['project', 'grant', 'charts'])).toMatchObject({ result: 'nothing' });
  succeed(box, ['project', 'grant', 'ropes', '--everywhere']);
  expect(answer<Grants>(box, ['project', 'grant']).grants.map(({ to }) => to)).toEqual([
    expect.objectContaining({ name: 'work' }),
    'all',
  ]);
  succeed(box, ['project', 'revoke', String(made.grants[0]?.id)]);
  succeed(box, ['project', 'revoke', 'ropes', '--everywhere']);
  expect(answer<Grants>(box, ['project', 'grant']).grants).toEqual([]);
  expect(journalLines(box.store).filter(({ type }) => type.startsWith('policy.'))).toHaveLength(4);
  expect(loom(box, ['journal', 'verify']).code).toBe(0);
});

test('what cannot be granted or taken back is a plain no', () => {
  const box = openSandbox();
  openThree(box);
  const tries: readonly (readonly [readonly string[], number, string])[] = [
    [['project', 'grant', 'work'], 6, 'same-project'],
    [['project', 'grant', 'nowhere'], 4, 'project-not-found'],
    [['project', 'grant', 'charts', '--until', '2001-01-01'], 2, 'bad-value'],
    [['project', 'grant', 'charts', '--until', 'soon'], 2, 'bad-value'],
    [['project', 'revoke', 'charts'], 4, 'grant-not-found'],
  ];
  for (const [args, code, word] of tries) {
    const run = loom(box, [...args, '--json']);
    expect(refused(run, code)).toMatchObject({ code: word });
  }
  expect(journalLines(box.store).filter(({ type }) => type.startsWith('policy.'))).toEqual([]);
});
