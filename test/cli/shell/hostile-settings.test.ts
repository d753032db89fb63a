/** Settings that a project brings along and that mean no good. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { loadSettings } from '../../../src/cli/settings/load-settings.ts';
import { SETTING_DEFAULTS } from '../../../src/cli/settings/setting-defaults.ts';
import { globMatcher } from '../../../src/project/glob-match.ts';
import { processorMillis } from '../../support/patience.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let root: string;
let project: string;
let file: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'loom-settings-')));
  onTestFinished(() => removeFolder(root));
  project = join(root, 'project');
  file = join(project, '.loom', 'config.json');
  mkdirSync(join(project, '.loom'), { recursive: true });
  mkdirSync(join(root, 'user'));
});

function load() {
  const paths = { configFile: join(root, 'user', 'config.json') } as Parameters<typeof loadSettings>[0]['paths'];
  return loadSettings({ paths, env: {}, cwd: project });
}

describe('settings of a project', () => {
  it('are not read from a link, a pipe, a folder or a file that is too large, and that is said', () => {
    const elsewhere = join(root, 'elsewhere.json');
    writeFileSync(elsewhere, '{"project":{"labels":["taken"]}}');
    const makers = [
      () => symlinkSync(elsewhere, file),
      () => execFileSync('mkfifo', [file]),
      () => mkdirSync(file),
      () => writeFileSync(file, JSON.stringify({ project: { labels: ['taken'] }, filler: 'x'.repeat(300_000) })),
    ];
    for (const make of makers) {
      rmSync(file, { recursive: true, force: true });
      make();
      const { values, warnings } = load();
      expect(values).toEqual(SETTING_DEFAULTS);
      expect(warnings).toEqual([expect.stringContaining(file)]);
    }
  });

  it('set nothing beyond the list, however they are nested or named', () => {
    const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    const hostile = '{"__proto__":{"capture":{"sync":false}},"constructor":{"prototype":{"x":1}},"store":"/elsewhere"}';
    const forbidden =
      '{"summarizer":{"command":["/bin/sh"]},"retention":{"days":1},"redaction":{"allow":["0a0a0a0a"]}}';
    for (const text of [deep, hostile, forbidden, `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`]) {
      writeFileSync(file, text);
      const { values, warnings } = load();
      expect(values).toEqual(SETTING_DEFAULTS);
      expect(warnings.length).toBeGreaterThan(0);
    }
    expect(({} as Record<string, unknown>)['capture']).toBeUndefined();
  });

  it('cannot fill the screen with warnings', () => {
    const keys = Array.from({ length: 5_000 }, (_, at) => [`unknown${at}`, at]);
    writeFileSync(file, JSON.stringify(Object.fromEntries(keys)));
    const { warnings } = load();
    expect(warnings.length).toBe(21);
    expect(warnings.at(-1)).toContain('4980 more');
  });

  it('add patterns to those of the user and take none away', () => {
    writeFileSync(join(root, 'user', 'config.json'), '{"policy":{"globs":["rules/*.md"]}}');
    writeFileSync(file, '{"policy":{"globs":["more/*.md","rules/*.md","../out"]}}');
    expect(load().values['policy.globs']).toEqual(['rules/*.md']);
    writeFileSync(file, '{"policy":{"globs":["more/*.md","rules/*.md"]}}');
    expect(load().values['policy.globs']).toEqual(['rules/*.md', 'more/*.md']);
  });
});

describe('a pattern', () => {
  it('means what it says', () => {
    const fits = (glob: string, ...paths: string[]) => paths.map((path) => globMatcher(glob)(path));
    expect(fits('*.md', 'a.md', 'b/a.md', '.md', 'a.mdx')).toEqual([true, false, true, false]);
    expect(fits('**/*.md', 'a.md', 'b/a.md', 'c/b/a.md', 'a.txt')).toEqual([true, true, true, false]);
    expect(fits('rules/**', 'rules/a', 'rules/b/c', 'rule/a', 'rules')).toEqual([true, true, false, false]);
    expect(fits('a?c/(x)', 'abc/(x)', 'a/c/(x)', 'ac/(x)')).toEqual([true, false, false]);
  });

  it('cannot be made to take long', () => {
    const spent = processorMillis(() => {
      expect(globMatcher(`${'*a'.repeat(90)}b`)('a'.repeat(255))).toBe(false);
      expect(globMatcher(`${'**/'.repeat(60)}b`)('a/'.repeat(2000))).toBe(false);
    });
    expect(spent).toBeLessThan(20_000);
  });
});
