import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loom } from '../support/case-sandbox.ts';
import { hasTmux, NO_TMUX, openTerminal } from '../support/tmux-terminal.ts';
import { openUiLab, type UiLab, withAgent } from './ui-lab.ts';

function open({ box, project }: UiLab, args: readonly string[] = ['ui'], size: object = {}) {
  return openTerminal(box, { args, cwd: project, env: withAgent(box), ...size });
}

function titles({ box, project }: UiLab, ...flags: readonly string[]): readonly string[] {
  const { stdout } = loom(box, ['sessions', 'list', '--json', ...flags], { cwd: project });
  return (JSON.parse(stdout) as { title: string }[]).map(({ title }) => title);
}

/** Every byte of the store, its caches as well. */
function storeText({ box }: UiLab): string {
  const files = readdirSync(box.store, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((entry) => readFileSync(join(entry.parentPath ?? entry.path, entry.name), 'latin1')).join('\n');
}

describe.skipIf(!hasTmux)(`loom ui on a terminal${hasTmux ? '' : `, not driven: ${NO_TMUX}`}`, () => {
  it('shows the newest session with its turns, and finds words in all of them', async () => {
    const lab = openUiLab();
    const screen = open(lab);
    await screen.shows('> ');
    await screen.shows('How many buoys are at mole 0?');
    screen.type('/', 'gauge');
    const found = await screen.shows('1 of');
    expect(found).toContain('Set the gauge');
    await screen.hides('Count the buoys');
    screen.type('Escape');
    await screen.shows('Count the buoys');
    screen.type('q');
    await screen.shows('exit 0');
  });

  it('says before a resume which path changed, then goes on in the agent', async () => {
    const lab = openUiLab();
    const screen = open(lab);
    await screen.shows('Count the buoys');
    screen.type('j', 'r');
    const told = await screen.shows('Resume “Set the gauge”?');
    expect(told).toContain('Set the gauge');
    await screen.shows('ready-with-stale-context');
    expect(await screen.shows('gauge.ts')).toMatch(/changed/);
    screen.type('Enter');
    await screen.shows('claude goes on');
    await screen.shows('exit 0');
  });

  it('renames, archives, restores, deletes and takes it back', async () => {
    const lab = openUiLab();
    const screen = open(lab);
    await screen.shows('1 of 3');
    screen.type('n', 'C-u', 'Buoys, counted', 'Enter');
    await screen.shows('renamed');
    expect(titles(lab)).toContain('Buoys, counted');
    screen.type('a');
    await screen.shows('y/N');
    screen.type('y');
    await screen.shows('1 of 2');
    screen.type('s', 's');
    await screen.shows('archived · every agent');
    await screen.shows('Buoys, counted');
    screen.type('a');
    await screen.shows('restored');
    screen.type('s', 's');
    await screen.shows('1 of 3');
    screen.type('d');
    await screen.shows('Delete “Buoys, counted”?');
    screen.type('y');
    await screen.shows('1 of 2');
    expect(titles(lab)).not.toContain('Buoys, counted');
    screen.type('u');
    await screen.shows('2 of 3');
    expect(titles(lab)).toContain('Buoys, counted');
  });

  it('forks, pins, compares and exports', async () => {
    const lab = openUiLab();
    const screen = open(lab);
    await screen.shows('1 of 3');
    screen.type('f', '2', 'Enter');
    await screen.shows('turns 1 to 2 of 3');
    await screen.shows('of 4');
    screen.type('u');
    await screen.shows('of 3');
    screen.type('p');
    await screen.shows('pinned');
    screen.type('c', 'j', 'c');
    await screen.shows('Two sessions beside each other');
    screen.type('Escape', 'g', 'x', 'C-u', 'buoys.md', 'Enter');
    await screen.shows('wrote');
    expect(readFileSync(join(lab.project, 'buoys.md'), 'utf8')).toContain('How many buoys');
    screen.type('x', 'C-u', 'buoys.md', 'Enter');
    await screen.shows(/buoys\.md.*(there|exists)/);
  });

  it('reviews what was proposed, and accepts it', async () => {
    const lab = openUiLab();
    const propose = (text: string) =>
      loom(lab.box, ['memory', 'propose', text, '--kind', 'decision'], { cwd: lab.project });
    expect(propose('Gauges are read at six in the morning').code).toBe(0);
    const screen = open(lab);
    await screen.shows('1 of 3');
    screen.type('Tab', 'v');
    await screen.shows('Gauges are read at six');
    await screen.shows('1 of 1');
    screen.type('a');
    await screen.shows('accepted memory');
    screen.type('Right');
    await screen.shows('[accepted]');
    await screen.shows('Gauges are read at six');
    const accepted = loom(lab.box, ['memory', 'list', '--status', 'accepted', '--json'], { cwd: lab.project });
    expect(JSON.parse(accepted.stdout)).toHaveLength(1);
  });

  it('accepts, edits and forgets a record, and purges a deleted session', async () => {
    const lab = openUiLab();
    const all = () =>
      JSON.parse(loom(lab.box, ['memory', 'list', '--any-status', '--json'], { cwd: lab.project }).stdout);
    loom(lab.box, ['memory', 'propose', 'Gauges are read at six', '--kind', 'decision'], { cwd: lab.project });
    const screen = open(lab);
    await screen.shows('1 of 3');
    screen.type('Tab', 'v');
    await screen.shows('1 of 1');
    screen.type('a');
    await screen.shows('accepted memory');
    screen.type('Right');
    await screen.shows('[accepted]');
    await screen.shows('1 of 1');
    screen.type('e', 'C-u', 'Gauges are read at seven', 'Enter');
    await screen.shows('edited memory');
    await screen.shows('read at seven');
    expect(all()).toMatchObject([{ text: 'Gauges are read at seven', status: 'accepted' }]);
    screen.type('D');
    await screen.shows('Type forget to erase it for good');
    screen.type('forget', 'Enter');
    await screen.shows('forgot memory');
    await screen.shows('Nothing is accepted yet');
    screen.type('Tab', 'd');
    await screen.shows('Delete “Count the buoys”?');
    screen.type('y');
    await screen.shows('1 of 2');
    screen.type('s', 's', 's');
    await screen.shows('deleted · every agent');
    await screen.shows('1 of 1');
    screen.type('D');
    await screen.shows('Erase “Count the buoys” for good?');
    await screen.shows(/\d+ events .*transcript/);
    screen.type('Enter');
    await screen.shows('Type purge to erase it for good');
    screen.type('purge', 'Enter');
    await screen.shows('purged');
    const kept = storeText(lab);
    for (const gone of ['How many buoys', 'read at six', 'read at seven']) expect(kept, gone).not.toContain(gone);
    expect(kept).toContain('Set the gauge');
  });

  it('supersedes a record and purges a session on 40 columns, where each word to type is seen', async () => {
    const lab = openUiLab();
    const accept = ['--accept', '--approved-by', 'Mara', '--evidence', 'the log'];
    const made = loom(lab.box, ['memory', 'propose', 'Gauges are read at six', ...accept], { cwd: lab.project });
    expect(made.code).toBe(0);
    const screen = open(lab, ['ui', '--memory'], { columns: 40, rows: 14 });
    await screen.shows('1 of 1');
    screen.type('s');
    await screen.shows('New text');
    screen.type('Gauges are read at noon', 'Enter');
    await screen.shows('Accepted by');
    screen.type('Mara', 'Enter');
    await screen.shows('superseded memory');
    await screen.shows('read at noon');
    screen.type('x');
    await screen.shows(/Not true: “Gauges .* y\/N/);
    screen.type('n');
    await screen.shows('Nothing was changed');
    screen.type('D');
    await screen.shows('Type forget to ');
    screen.type('Escape');
    await screen.hides('Type forget');
    screen.type('Tab', 'd');
    await screen.shows(/Delete “.* y\/N/);
    screen.type('y');
    await screen.shows('1 of 2');
    screen.type('s', 's', 's');
    await screen.shows('1 of 1');
    screen.type('D');
    await screen.shows('events');
    screen.type('Enter');
    await screen.shows('Type purge to ');
    screen.type('purge', 'Enter');
    await screen.shows('purged');
    expect(storeText(lab)).not.toContain('How many buoys');
  });

  it('keeps hostile text inside its box, at any width', async () => {
    const lab = openUiLab();
    const screen = open(lab, ['ui'], { columns: 40, rows: 14 });
    await screen.shows('1 of 3');
    screen.type('G');
    await screen.shows('3 of 3');
    for (const [columns, rows] of [
      [40, 14],
      [97, 20],
      [300, 50],
      [60, 10],
    ] as const) {
      screen.resize(columns, rows);
      // From the first row on, and once: a line that is too wide, or left over, would stand before it or after it.
      await screen.shows(/^loom [^\n]*3 of 3\n\/ finds words(?![\s\S]*\nloom )/);
    }
    screen.type('q');
    await screen.shows('exit 0');
  });

  it('is a picker for a resume that names no session', async () => {
    const lab = openUiLab();
    const screen = open(lab, ['sessions', 'resume', '--dry-run']);
    await screen.shows('resume which?');
    screen.type('gauge');
    await screen.shows('1 of 1');
    screen.type('Enter');
    await screen.shows('ready-with-stale-context');
    await screen.shows('exit 0');
  });

  it('draws where the variable of build machines is there and empty', async () => {
    const lab = openUiLab();
    const screen = openTerminal(lab.box, { args: ['ui'], cwd: lab.project, env: { ...withAgent(lab.box), CI: '' } });
    await screen.shows('1 of 3');
    screen.type('q');
    await screen.shows('exit 0');
  });

  it('is a numbered list where the terminal is dumb', async () => {
    const lab = openUiLab();
    const screen = openTerminal(lab.box, {
      args: ['sessions', 'resume', '--dry-run'],
      cwd: lab.project,
      env: { ...withAgent(lab.box), TERM: 'dumb' },
    });
    await screen.shows('2. Set the gauge, claude-code, harbour');
    screen.type('2', 'Enter');
    await screen.shows('ready-with-stale-context');
    await screen.shows('exit 0');
  });
});

it('is a list that can be read out where nobody can answer', () => {
  const { box, project } = openUiLab();
  const run = loom(box, ['ui'], { cwd: project });
  expect(run.code).toBe(0);
  expect(run.stdout).toMatch(/^1\. Count the buoys, claude-code, harbour, .*3 prompts/);
  expect(run.stdout).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
  expect(loom(box, ['ui', 'gauge'], { cwd: project }).stdout).toContain('1. Set the gauge');
});

it('answers with JSON, and changes nothing without a store', () => {
  const { box, project } = openUiLab();
  const rows = JSON.parse(loom(box, ['ui', '--json'], { cwd: project }).stdout) as { title: string }[];
  expect(rows.map(({ title }) => title).slice(0, 2)).toEqual(['Count the buoys', 'Set the gauge']);
  const nowhere = join(box.root, 'nowhere');
  const run = loom(box, ['ui'], { cwd: project, env: { LOOM_HOME: nowhere } });
  expect(run.code).toBe(0);
  expect(run.stdout).toContain('loom import');
  expect(existsSync(nowhere)).toBe(false);
});

it('asks for a session without a terminal, as ever', () => {
  const { box, project } = openUiLab();
  const run = loom(box, ['sessions', 'resume'], { cwd: project });
  expect(run.code).toBe(2);
  expect(run.stderr).toContain('say which session goes on');
});

describe('a store that cannot be shown', () => {
  it('of a newer loom ends with 9, before anything is drawn', () => {
    const { box, project } = openUiLab();
    writeFileSync(join(box.store, 'store.json'), '{"format":99}');
    const run = loom(box, ['ui'], { cwd: project });
    expect([run.code, run.stdout]).toEqual([9, '']);
    expect(run.stderr).toContain('format 99');
  });

  it('with a damaged line shows everything else, and says so', () => {
    const { box, project } = openUiLab();
    const [segment = ''] = readdirSync(join(box.store, 'journal'));
    const path = join(box.store, 'journal', segment);
    const lines = readFileSync(path, 'utf8').split('\n');
    lines[0] = (lines[0] ?? '').replace('session', 'sessi0n');
    writeFileSync(path, lines.join('\n'));
    rmSync(join(box.store, 'index'), { recursive: true });
    const run = loom(box, ['ui'], { cwd: project });
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('1. ');
    expect(run.stderr).toMatch(/damaged/);
  });
});
