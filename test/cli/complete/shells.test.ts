import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loom, programPath, type Sandbox } from '../support/case-sandbox.ts';
import { openUiLab, type UiLab } from '../ui/ui-lab.ts';

const has = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

/** `loom` on the PATH of the shells. */
function linkProgram({ root }: Sandbox): string {
  const folder = join(root, 'bin');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'loom');
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${programPath}' "$@"\n`);
  chmodSync(file, 0o755);
  return folder;
}

function runShell({ box, project }: UiLab, argv: readonly string[], input?: string) {
  const PATH = `${linkProgram(box)}:${process.env['PATH']}`;
  const [program = '', ...args] = argv;
  const env = { ...box.env, PATH, LC_ALL: 'C.UTF-8', TERM: 'dumb' };
  return spawnSync(program, args, { cwd: project, env, encoding: 'utf8', input: input ?? '' });
}

function script({ box }: UiLab, shell: string): string {
  const file = join(box.root, `complete.${shell}`);
  writeFileSync(file, loom(box, ['autocomplete', shell]).stdout);
  return file;
}

/** What bash would offer for a line, of which the last word is at the cursor. */
function bashOffers(lab: UiLab, words: readonly string[]): readonly string[] {
  const quoted = ['loom', ...words].map((word) => `'${word}'`).join(' ');
  const lines = [
    `. '${script(lab, 'bash')}'`,
    `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; COMP_TYPE=9`,
    '_loom_complete',
    'printf "%s\\n" "${COMPREPLY[@]}"',
  ];
  return runShell(lab, ['bash', '--norc', '-c', lines.join('\n')])
    .stdout.trimEnd()
    .split('\n');
}

function fishOffers(lab: UiLab, line: string): readonly string[] {
  const command = `source '${script(lab, 'fish')}'; complete -C '${line}'`;
  return runShell(lab, ['fish', '--no-config', '-c', command]).stdout.trimEnd().split('\n');
}

/** What zsh puts on the line for a Tab. */
function zshCompletes(lab: UiLab, line: string): string {
  const body = [
    'zmodload zsh/zpty',
    `zpty z zsh -f -i`,
    `zpty -w z "PS1='' ; autoload -Uz compinit; compinit -u -d '${lab.box.root}/dump'; source '${script(lab, 'zsh')}'; echo rea''dy"`,
    'zpty -r -m z out "*ready*"',
    `zpty -n -w z $'${line}\\t\\C-a: \\C-e ;echo do\\'\\'ne\\n'`,
    'zpty -r -m z out "*done*"',
    'print -r -- "$out"',
  ];
  return runShell(lab, ['zsh', '-f', '-c', body.join('\n')]).stdout;
}

describe.skipIf(!has('bash'))(`bash${has('bash') ? '' : ', which is not installed'}`, () => {
  it('completes commands, flags, values, ids and titles', () => {
    const lab = openUiLab();
    expect(bashOffers(lab, ['sessions', 'sho'])).toEqual(['show']);
    expect(bashOffers(lab, ['sessions', 'export', '--form'])).toEqual(['--format']);
    expect(bashOffers(lab, ['sessions', 'export', '--format', '=', 'mark'])).toEqual(['markdown']);
    const [newest = ''] = bashOffers(lab, ['sessions', 'show', '']);
    expect(newest).toMatch(/^[0-9a-z]{8}$/);
    expect(bashOffers(lab, ['sessions', 'show', newest.slice(0, 4)])).toEqual([newest]);
    expect(bashOffers(lab, ['sessions', 'show', 'Count'])).toEqual(['Count\\ the\\ buoys']);
  });

  it('completes files where files belong', () => {
    const lab = openUiLab();
    expect(bashOffers(lab, ['sessions', 'export', '--output', 'gau'])).toEqual(['gauge.ts']);
  });
});

describe.skipIf(!has('fish'))(`fish${has('fish') ? '' : ', which is not installed'}`, () => {
  it('completes with what each word is', () => {
    const lab = openUiLab();
    expect(fishOffers(lab, 'loom sessions sho')).toEqual([
      'show\tShow one session: its turns, tools, files and where it came from.',
    ]);
    const ids = fishOffers(lab, 'loom sessions show ');
    expect(ids[0]).toMatch(/^[0-9a-z]{8}\tCount the buoys, claude-code, /);
    expect(fishOffers(lab, 'loom sessions show Set').join()).toContain('Set the gauge\t');
  });
});

describe.skipIf(!has('zsh'))(`zsh${has('zsh') ? '' : ', which is not installed'}`, () => {
  it('completes commands and titles', () => {
    const lab = openUiLab();
    expect(zshCompletes(lab, 'loom sessions sho')).toContain('loom sessions show');
    expect(zshCompletes(lab, 'loom sessions show Count')).toContain('Count\\ the\\ buoys');
  });
});

describe('what is offered', () => {
  it('is safe on a terminal, whatever a title holds', () => {
    const { box, project } = openUiLab();
    const { stdout } = loom(box, ['complete', 'zsh', 'sessions', 'show', ''], { cwd: project });
    expect(stdout.split('\n')).toHaveLength(6);
    expect(stdout).not.toMatch(/(?![\n\t])\p{Cc}|\u202e/u);
    expect(stdout).toContain('gate');
  });

  it('is of this project, unless --all stands on the line', () => {
    const { box, project } = openUiLab();
    expect(loom(box, ['complete', 'fish', 'sessions', 'show', ''], { cwd: box.root }).stdout).not.toContain('buoys');
    expect(loom(box, ['complete', 'fish', 'sessions', 'show', '--all', ''], { cwd: box.root }).stdout).toContain(
      'buoys',
    );
    expect(loom(box, ['complete', 'fish', 'sessions', 'show', ''], { cwd: project }).stdout).toContain('buoys');
  });

  it('is nothing where the store cannot be read, without a word and with exit 0', () => {
    const { box, project } = openUiLab();
    writeFileSync(join(box.store, 'store.json'), '{"format":99}');
    const run = loom(box, ['complete', 'bash', 'sessions', 'show', ''], { cwd: project });
    expect([run.code, run.stdout, run.stderr]).toEqual([0, '', '']);
    expect(loom(box, ['complete', 'bash', 'sess'], { cwd: project }).stdout).toContain('sessions');
  });
});

describe('loom autocomplete --install', () => {
  it('writes once, changes nothing again, and is taken back byte for byte', () => {
    const { box } = openUiLab();
    const start = join(box.home, '.bashrc');
    const dotfiles = join(box.home, 'dotfiles');
    writeFileSync(dotfiles, 'export EDITOR=ed', { mode: 0o600 });
    symlinkSync(dotfiles, start);
    const planned = loom(box, ['autocomplete', 'bash', '--install', '--dry-run']);
    expect(planned.stdout).toMatch(/^\+ # >>> loom completion >>>/m);
    expect(readFileSync(start, 'utf8')).toBe('export EDITOR=ed');
    expect(loom(box, ['autocomplete', 'bash', '--install']).code).toBe(6);
    expect(loom(box, ['autocomplete', 'bash', '--install', '--yes']).code).toBe(0);
    const installed = readFileSync(dotfiles, 'utf8');
    expect(installed).toContain('export EDITOR=ed\n# >>> loom completion >>>');
    const again = loom(box, ['autocomplete', 'bash', '--install', '--yes', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ result: 'unchanged' });
    expect(loom(box, ['autocomplete', 'bash', '--uninstall', '--yes']).code).toBe(0);
    expect(readFileSync(start, 'utf8')).toBe('export EDITOR=ed');
    expect(existsSync(join(box.home, '.local/share/bash-completion/completions/loom'))).toBe(false);
  });

  it('leaves a file alone that loom did not make', () => {
    const { box } = openUiLab();
    const file = join(box.home, '.config/fish/completions/loom.fish');
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, 'complete -c loom -a mine\n');
    const run = loom(box, ['autocomplete', 'fish', '--install', '--yes']);
    expect(run.code).toBe(6);
    expect(run.stderr).toContain(file);
    expect(loom(box, ['autocomplete', 'fish', '--uninstall', '--yes']).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('complete -c loom -a mine\n');
  });

  it('names the shells there are for one that it does not know', () => {
    const { box } = openUiLab();
    const run = loom(box, ['autocomplete', 'csh']);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('loom autocomplete fish');
  });
});
