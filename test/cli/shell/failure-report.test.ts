import { describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../../src/cli/exit-code.ts';
import { failureOf, failureText } from '../../../src/cli/failure-report.ts';
import { AnswerNotWritten } from '../../../src/cli/output.ts';
import { confirm } from '../../../src/cli/prompt-confirm.ts';
import { type RefusalTable, refusalError } from '../../../src/cli/refusal-words.ts';
import { LoomError } from '../../../src/kernel/loom-error.ts';

describe('what is told of a failure', () => {
  it('names the thing, its causes, and what to do next', () => {
    const cause = new Error('write failed', { cause: new Error('ENOSPC: no space left') });
    const error = new LoomError({
      kind: 'storage',
      code: 'x',
      message: 'cannot write log',
      hints: ['loom doctor'],
      cause,
    });
    expect(failureText(failureOf(error))).toBe(
      'Error: cannot write log\nCaused by: write failed\nCaused by: ENOSPC: no space left\nHint: loom doctor\n',
    );
  });

  it('indents further lines of a message', () => {
    const error = new LoomError({ kind: 'not-found', code: 'x', message: 'two fit\na1 Swallow\na2 Amazon' });
    expect(failureText(failureOf(error))).toBe('Error: two fit\n  a1 Swallow\n  a2 Amazon\n');
  });

  it('names path and errno of a storage failure, and a way out', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
      path: '/data/loom/key',
    });
    const short = new LoomError({ kind: 'storage', code: 'x', message: 'it was not kept', cause: full });
    for (const error of [short, new Error('wrapped', { cause: full }), full]) {
      const failure = failureOf(error);
      expect(failure).toMatchObject({ kind: 'storage', details: { errno: 'ENOSPC', path: '/data/loom/key' } });
      expect(failure.message).toMatch(/ENOSPC.*\/data\/loom\/key/);
      expect(failure.hints).toEqual(['free space in /data/loom, then run the same command again']);
    }
    const details = { path: '/data/loom/journal/000001.jsonl', errno: 'ENOSPC' };
    const named = new LoomError({
      kind: 'storage',
      code: 'x',
      message: `append failed for ${details.path} (ENOSPC)`,
      details,
    });
    expect(failureOf(named)).toMatchObject({
      message: named.message,
      hints: [expect.stringContaining('/data/loom/journal')],
    });
  });

  it('blames what lies at a path for what the system says of it', () => {
    for (const code of ['ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EACCES', 'EMFILE']) {
      const error = Object.assign(new Error(`${code}: no`), { code, syscall: 'lstat', path: '/data/loom/key' });
      expect(failureOf(error), code).toMatchObject({ kind: 'storage', details: { errno: code, path: error.path } });
    }
  });

  it.each([
    ['a file that is not there', { code: 'ENOENT', syscall: 'open', path: '/x' }],
    ['a port', { code: 'EACCES', syscall: 'listen' }],
    ['a program', { code: 'EACCES', syscall: 'spawn sh', path: 'sh' }],
  ])('leaves an error of the system about %s a bug when nobody has words for it', (_, fields) => {
    expect(failureOf(Object.assign(new Error('no'), fields)).kind).toBe('bug');
  });

  it('calls anything unknown a bug of ours', () => {
    const failure = failureOf(new TypeError('x is undefined'));
    expect(failure).toMatchObject({ kind: 'bug', message: 'loom has a bug: TypeError: x is undefined' });
    expect(failureOf('just text')).toMatchObject({ kind: 'bug', message: 'loom has a bug: just text' });
    expect(exitCodeOf(failure.kind)).toBe(1);
  });

  it('has an exit code for every kind', () => {
    const codes = (
      ['usage', 'problem', 'not-found', 'busy', 'refused', 'storage', 'unsafe', 'newer-format'] as const
    ).map(exitCodeOf);
    expect(codes).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(exitCodeOf(failureOf(new AnswerNotWritten(new Error('x'))).kind)).toBe(74);
    expect(exitCodeOf('interrupted')).toBe(130);
  });
});

describe('asking before something grave', () => {
  const question = { question: 'Delete 3 sessions?', command: 'loom sessions delete a --yes' };

  it('refuses where nobody can be asked, with the command that goes on', async () => {
    await expect(confirm({ ...question, yes: false })).rejects.toMatchObject({
      kind: 'refused',
      code: 'confirmation-needed',
      hints: ['loom sessions delete a --yes'],
    });
  });

  it('does not ask with --yes', async () => {
    await expect(confirm({ ...question, yes: true })).resolves.toBeUndefined();
  });
});

describe('the words of refusals', () => {
  type Refusal = { readonly code: 'sunk'; readonly ship: string } | { readonly code: 'becalmed' };
  const WORDS: RefusalTable<Refusal> = {
    sunk: { kind: 'not-found', message: ({ ship }) => `${ship} sank`, hints: () => ['loom help'] },
    becalmed: { kind: 'busy', message: () => 'there is no wind' },
  };

  it('are found by code and become an error of that kind', () => {
    expect(refusalError(WORDS, { code: 'sunk', ship: 'Swallow' })).toMatchObject({
      kind: 'not-found',
      code: 'sunk',
      message: 'Swallow sank',
    });
    expect(refusalError(WORDS, { code: 'becalmed' })).toMatchObject({ kind: 'busy', hints: [] });
  });
});
