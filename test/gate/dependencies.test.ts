import { describe, expect, it } from 'vitest';
import { checkDependencies, judgePackages, readPackages } from '../../scripts/dependencies.mjs';

const GOOD = { version: '1.0.0', license: 'MIT', integrity: 'sha512-abc' };

function judged(entry: object, described: Parameters<typeof judgePackages>[1] = {}): string[] {
  return judgePackages(readPackages({ packages: { '': {}, 'node_modules/kettle': { ...GOOD, ...entry } } }), described);
}

describe('what loom takes from others', () => {
  it('is what the page of this repository says', () => {
    expect(checkDependencies()).toEqual([]);
  });

  it('passes with a digest, a known licence and an exact version', () => {
    expect(judged({}, { dependencies: { kettle: '1.0.0' } })).toEqual([]);
  });

  it.each([
    ['no digest', { integrity: undefined }, 'no digest'],
    ['an address', { resolved: 'https://packages.example/kettle.tgz' }, 'names a host'],
    ['a licence nobody looked at', { license: 'GPL-3.0' }, 'licence GPL-3.0'],
    ['no licence', { license: undefined }, 'licence none named'],
    ['an install script', { hasInstallScript: true }, 'install script'],
  ])('fails with %s', (_name, entry, problem) => {
    expect(judged(entry)).toEqual([expect.stringContaining(problem)]);
  });

  it('does not ask for the licence of a tool of development', () => {
    expect(judged({ dev: true, license: 'GPL-3.0' })).toEqual([]);
  });

  it('takes an install script that package.json speaks of', () => {
    expect(judged({ hasInstallScript: true }, { allowScripts: { kettle: false } })).toEqual([]);
  });

  it.each(['^1.0.0', '1.x', 'latest', 'github:kettle/kettle'])('fails with the version %s', (version) => {
    expect(judged({}, { dependencies: { kettle: version } })).toEqual([expect.stringContaining('not one exact')]);
  });
});
