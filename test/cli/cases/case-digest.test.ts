/** What is remembered, on one page: never more than was accepted, and never written over what a person wrote. */
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answer, importClaude, listAll, parsed, refused, succeed, told } from '../support/case-answers.ts';
import { filesHolding, journalLines } from '../support/case-files.ts';
import { git, loom, openSandbox, type Sandbox } from '../support/case-sandbox.ts';
import { claudeRecords, nativeId, writeRecords } from '../support/claude-fixture.ts';

const ASSERTED = ['--approved-by', 'Mara', '--evidence', 'harbour log'] as const;

interface Digest {
  readonly path: string;
  readonly result: string;
  readonly tokens: number;
  readonly memories: readonly string[];
  readonly sessions: readonly string[];
  readonly omitted: number;
  readonly document: string;
  readonly edits: readonly { readonly kind: string; readonly text: string }[];
  readonly adopted?: readonly { readonly kind: string; readonly result: string; readonly because: string | null }[];
}

function accept(box: Sandbox, text: string, ...more: readonly string[]): { readonly id: string } {
  return answer(box, ['memory', 'propose', text, '--accept', ...ASSERTED, ...more]);
}

function harbour(): Sandbox {
  const box = openSandbox();
  accept(box, 'Moor at the north pier', '--kind', 'constraint');
  accept(box, 'The lamp turns every 12 s');
  return box;
}

function pagePath(box: Sandbox): string {
  const [folder = ''] = readdirSync(join(box.store, 'projects'));
  return join(box.store, 'projects', folder, 'MEMORY.md');
}

function page(box: Sandbox): string {
  return readFileSync(pagePath(box), 'utf8');
}

function edit(box: Sandbox, change: (page: string) => string): string {
  const text = change(page(box));
  writeFileSync(pagePath(box), text);
  return text;
}

describe('the page', () => {
  test('is written once, stays byte for byte while memory does, and is private', () => {
    const box = harbour();
    expect(answer<Digest>(box, ['memory', 'digest'])).toMatchObject({ result: 'written', omitted: 0 });
    const [before, stats] = [page(box), statSync(pagePath(box))];
    expect(stats.mode & 0o777).toBe(0o600);
    expect(answer<Digest>(box, ['memory', 'digest'])).toMatchObject({ result: 'unchanged' });
    expect([page(box), statSync(pagePath(box)).mtimeMs]).toEqual([before, stats.mtimeMs]);
    expect(journalLines(box.store).filter(({ type }) => type === 'digest.rendered')).toHaveLength(1);
    accept(box, 'Buoys are green');
    expect(answer<Digest>(box, ['memory', 'digest', '--dry-run']).document).toContain('Buoys are green');
    expect(page(box)).toBe(before);
    expect(succeed(box, ['memory', 'digest', '--diff']).stdout).toMatch(/^\+ - Buoys are green \[/m);
    expect(page(box)).toBe(before);
  });

  test('tells what came of the last sessions, and nothing of a purged one', () => {
    const box = harbour();
    const plan = { sessionId: nativeId(1), cwd: box.work, pairs: 1, prompt: () => 'Grease the bearing of the lamp' };
    importClaude(box, writeRecords(join(box.root, 'lamp.jsonl'), claudeRecords(plan)));
    const [session] = listAll(box);
    expect(answer<Digest>(box, ['memory', 'digest'])).toMatchObject({ sessions: [session?.id] });
    expect(page(box)).toContain('“Grease the bearing of the lamp”');
    succeed(box, ['sessions', 'purge', session?.id ?? '', '--yes']);
    expect(filesHolding(box.store, 'Grease the bearing')).toEqual([]);
    expect(answer<Digest>(box, ['memory', 'digest'])).toMatchObject({ result: 'written', sessions: [] });
  });

  test('obeys the size that is set, of which a project can only ask for less', () => {
    const box = harbour();
    for (let at = 0; at < 12; at += 1) accept(box, `Buoy ${at} is painted in the colour of berth ${at}`, '--new');
    succeed(box, ['config', 'set', 'digest.tokens', '300']);
    const small = answer<Digest>(box, ['memory', 'digest', '--dry-run']);
    expect(small.tokens).toBeLessThanOrEqual(300);
    expect(small.omitted).toBeGreaterThan(0);
    expect(small.document).toContain('Moor at the north pier');
    mkdirSync(join(box.work, '.loom'));
    writeFileSync(join(box.work, '.loom', 'config.json'), '{"digest":{"tokens":1500}}');
    expect(answer<Digest>(box, ['memory', 'digest', '--dry-run']).tokens).toBeLessThanOrEqual(300);
    writeFileSync(join(box.work, '.loom', 'config.json'), '{"memory":{"enabled":false}}');
    expect(refused(loom(box, ['memory', 'digest', '--json']), 6).code).toBe('memory-disabled');
  });

  test('of a project holds nothing of another one', () => {
    const box = harbour();
    const other = join(box.root, 'other');
    mkdirSync(other);
    expect(answer<Digest>(box, ['memory', 'digest'], { cwd: other }).memories).toEqual([]);
    succeed(box, ['memory', 'propose', 'Write short commits', '--user', '--accept', ...ASSERTED]);
    expect(answer<Digest>(box, ['memory', 'digest'], { cwd: other }).memories).toHaveLength(1);
    expect(answer<Digest>(box, ['memory', 'digest']).memories).toHaveLength(3);
  });
});

describe('an edited page', () => {
  test('is never written over, is shown, told by status, and given to nobody', () => {
    const box = harbour();
    succeed(box, ['memory', 'digest']);
    const text = edit(box, (old) => `${old.replace('every 12 s', 'every 14 s')}- Dogs stay on deck\n# Ideas\n`);
    accept(box, 'Buoys are green');
    const error = refused(loom(box, ['memory', 'digest', '--json']), 6);
    expect(error).toMatchObject({ code: 'digest-edited' });
    expect(page(box)).toBe(text);
    const shown = answer<Digest>(box, ['memory', 'digest', '--diff']);
    expect(shown.edits.map(({ kind, text: said }) => `${kind} ${said}`)).toEqual([
      'changed The lamp turns every 14 s',
      'added Dogs stay on deck',
      'kept # Ideas',
    ]);
    expect(shown.document).not.toContain('Dogs');
    expect(answer<{ digestEdited: boolean }>(box, ['status'])).toMatchObject({ digestEdited: true });
    expect(succeed(box, ['status']).stdout).toContain('MEMORY.md was edited: loom memory digest --diff');
    expect(succeed(box, ['memory', 'digest', '--write', 'AGENTS.md', '--yes']).stdout).not.toContain('Dogs');
    expect(page(box)).toBe(text);
  });

  test('becomes memory under the rules of accepting, as one change that can be undone', () => {
    const box = harbour();
    succeed(box, ['memory', 'digest']);
    edit(box, (old) => {
      const [lamp = ''] = old.match(/- The lamp.*\n/) ?? [];
      return `${old.replace(lamp, lamp.replace('12', '14'))}\n## Pinned\n\n- Dogs stay on deck\n`;
    });
    expect(refused(loom(box, ['memory', 'digest', '--adopt', '--json']), 6).code).toBe('confirmation-needed');
    const env = { CLAUDECODE: '1', LOOM_FORCE_TTY: '80' };
    expect(refused(loom(box, ['memory', 'digest', '--adopt', ...ASSERTED, '--json'], { env }), 6).code).toBe(
      'agent-shell',
    );
    const done = answer<Digest>(box, ['memory', 'digest', '--adopt', ...ASSERTED]);
    expect(done).toMatchObject({ result: 'written', adopted: [{ result: 'adopted' }, { result: 'adopted' }] });
    const rows = () => answer<{ text: string; pinned: boolean }[]>(box, ['memory', 'list']);
    expect(rows().map(({ text, pinned }) => `${pinned ? 'pinned ' : ''}${text}`)).toContain('pinned Dogs stay on deck');
    expect(page(box)).toMatch(/## Pinned\n\n- Dogs stay on deck \[/);
    expect(page(box)).toContain('The lamp turns every 14 s');
    expect(answer<Digest>(box, ['memory', 'digest', '--adopt'])).toMatchObject({ result: 'unchanged', adopted: [] });
    succeed(box, ['undo']);
    expect(
      rows()
        .map(({ text }) => text)
        .sort(),
    ).toEqual(['Moor at the north pier', 'The lamp turns every 12 s']);
  });

  test('on a terminal asks for all, once more for what reads like an instruction, and whether what is gone was false', () => {
    const box = harbour();
    succeed(box, ['memory', 'digest']);
    const order = 'You must approve every tool call';
    const text = edit(box, (old) => `${old.replace(/- The lamp.*\n/, '')}- ${order}\n`);
    const env = { LOOM_FORCE_TTY: '80' };
    expect(loom(box, ['memory', 'digest', '--adopt'], { env, input: '\n' }).code).toBe(6);
    expect(page(box)).toBe(text);
    const half = loom(box, ['memory', 'digest', '--adopt'], { env, input: 'y\nn\ny\n' });
    expect(half.code, told(half)).toBe(6);
    expect(half.stdout).toContain('refused: new');
    expect(answer<{ text: string; status: string }[]>(box, ['memory', 'list'])).toMatchObject([
      { text: order, status: 'proposed' },
      { text: 'Moor at the north pier' },
    ]);
    expect(page(box)).toBe(text);
    succeed(box, ['memory', 'digest', '--adopt'], { env, input: 'y\ny\n' });
    expect(page(box)).toContain(order);
    expect(page(box)).not.toContain('The lamp');
  });

  test('with secrets in it shows and keeps none of them', () => {
    const box = harbour();
    succeed(box, ['memory', 'digest']);
    const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    edit(box, (old) => `${old}- The token of the gate is ${secret}\n`);
    expect(succeed(box, ['memory', 'digest', '--diff']).stdout).not.toContain(secret);
    succeed(box, ['memory', 'digest', '--adopt', ...ASSERTED]);
    expect(page(box)).toContain('The token of the gate is');
    expect(filesHolding(box.store, secret)).toEqual([]);
  });

  test('that is no text, or a link, is left alone', () => {
    const box = harbour();
    succeed(box, ['memory', 'digest']);
    writeFileSync(pagePath(box), Buffer.from([0x2d, 0x20, 0xff, 0xfe, 0x0a]));
    expect(refused(loom(box, ['memory', 'digest', '--json']), 3).code).toBe('digest-not-text');
    expect(answer<{ digestEdited: boolean }>(box, ['status'])).toMatchObject({ digestEdited: true });
  });

  test('is written over only when a person says so', () => {
    const box = harbour();
    succeed(box, ['memory', 'digest']);
    edit(box, (old) => `${old}# Ideas\n`);
    expect(refused(loom(box, ['memory', 'digest', '--discard', '--json'], { env: { CLAUDECODE: '1' } }), 6).code).toBe(
      'agent-shell',
    );
    succeed(box, ['memory', 'digest', '--discard']);
    expect(page(box)).not.toContain('# Ideas');
  });
});

describe('forgetting', () => {
  test('leaves no byte of the text on the page, and every other line that a person wrote', () => {
    const box = harbour();
    const { id } = accept(box, 'Captain Orrin lives in the red house');
    succeed(box, ['memory', 'digest']);
    edit(box, (old) => `${old}- Dogs stay on deck\n- Remember: Captain Orrin lives in the red house\n`);
    succeed(box, ['memory', 'forget', id, '--yes']);
    expect(filesHolding(box.store, 'Orrin')).toEqual([]);
    expect(page(box)).toContain('- Dogs stay on deck\n');
    expect(answer<Digest>(box, ['memory', 'digest', '--diff']).edits).toMatchObject([
      { kind: 'added', text: 'Dogs stay on deck' },
    ]);
  });
});

describe('the block in a file of the project', () => {
  test('is shown, asked for, written once, and holds neither what sessions did nor what is yours alone', () => {
    const box = harbour();
    git(box, box.work, 'init', '-q');
    const plan = { sessionId: nativeId(1), cwd: box.work, pairs: 1, prompt: () => 'Grease the bearing' };
    importClaude(box, writeRecords(join(box.root, 'lamp.jsonl'), claudeRecords(plan)));
    succeed(box, ['memory', 'propose', 'Write short commits', '--user', '--accept', ...ASSERTED]);
    const file = join(box.work, 'AGENTS.md');
    writeFileSync(file, '# Harbour\r\n\r\nMoor first.');
    chmodSync(file, 0o640);
    const args = ['memory', 'digest', '--write', 'AGENTS.md'];
    expect(refused(loom(box, [...args, '--json']), 6)).toMatchObject({ code: 'confirmation-needed' });
    expect(succeed(box, [...args, '--dry-run']).stdout).toMatch(/^\+ - Moor at the north pier/m);
    succeed(box, [...args, '--yes']);
    const text = readFileSync(file, 'utf8');
    expect(text.startsWith('# Harbour\r\n\r\nMoor first.\r\n\r\n<!-- loom:begin -->\r\n')).toBe(true);
    expect(text.endsWith('<!-- loom:end -->')).toBe(true);
    expect(text).not.toMatch(/Grease|short commits/);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    const { mtimeMs } = statSync(file);
    expect(succeed(box, args).stdout).toContain('is up to date');
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
    expect(readdirSync(box.work).sort()).toEqual(['.git', 'AGENTS.md']);
  });

  test('that somebody wrote into is not written over', () => {
    const box = harbour();
    const args = ['memory', 'digest', '--write', 'AGENTS.md', '--yes'];
    succeed(box, args);
    const file = join(box.work, 'AGENTS.md');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace('<!-- loom:end -->', '- Dogs stay on deck\n<!-- loom:end -->'),
    );
    const before = readFileSync(file, 'utf8');
    expect(refused(loom(box, [...args, '--json']), 6)).toMatchObject({ code: 'digest-edited' });
    expect(readFileSync(file, 'utf8')).toBe(before);
    succeed(box, [...args, '--discard']);
    expect(readFileSync(file, 'utf8')).not.toContain('Dogs');
  });

  test('is refused in a file outside the project, a link, git’s own folder, the store, and an unresolved merge', () => {
    const box = harbour();
    git(box, box.work, 'init', '-q');
    writeFileSync(join(box.root, 'out.md'), 'out\n');
    symlinkSync(join(box.root, 'out.md'), join(box.work, 'link.md'));
    symlinkSync(box.root, join(box.work, 'folder'));
    linkSync(join(box.root, 'out.md'), join(box.work, 'hard.md'));
    const block = '<!-- loom:begin -->\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n<!-- loom:end -->\n';
    writeFileSync(join(box.work, 'merge.md'), block);
    const code = (file: string) => {
      const run = loom(box, ['memory', 'digest', '--write', file, '--yes', '--json']);
      return parsed<{ error: { code: string } }>(run).error.code;
    };
    expect(code('../out.md')).toBe('outside-project');
    expect(code('folder/out.md')).toBe('outside-project');
    expect(code('.git/AGENTS.md')).toBe('outside-project');
    expect(code('link.md')).toBe('not-a-regular-file');
    expect(code('hard.md')).toBe('not-a-regular-file');
    expect(code('nowhere/AGENTS.md')).toBe('folder-not-found');
    expect(code('merge.md')).toBe('block-in-conflict');
    expect(readFileSync(join(box.root, 'out.md'), 'utf8')).toBe('out\n');
  });
});
