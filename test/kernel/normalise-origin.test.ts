import { describe, expect, test } from 'vitest';
import { normaliseOrigin } from '../../src/kernel/normalise-origin.ts';
import { parseOriginUrl } from '../../src/project/read-origin.ts';

describe('an origin', () => {
  test.each([
    'git@github.com:Mia/Orchard.git',
    'github.com:mia/orchard',
    'ssh://git@github.com/mia/orchard.git',
    'ssh://git@ssh.github.com:443/mia/orchard.git',
    'git+ssh://git@github.com/mia/orchard',
    'https://github.com/mia/orchard',
    'https://github.com:443/mia/orchard.git/',
    'https://mia:ghp_secret@github.com/mia/orchard.git?token=x#y',
    'git://GitHub.com//mia/orchard.git',
  ])('%s is one repository', (url) => {
    expect(normaliseOrigin(url)).toBe('github.com/mia/orchard');
  });

  test.each([
    ['https://git.example.org:8443/Mia/Orchard.git', 'git.example.org:8443/Mia/Orchard'],
    ['ssh://git@git.example.org:2222/Mia/Orchard.git', 'git.example.org/Mia/Orchard'],
    ['/srv/git/orchard.git/', '/srv/git/orchard'],
    ['file:///srv/git/orchard', '/srv/git/orchard'],
    ['C:\\Repos\\Orchard', 'c:/repos/orchard'],
  ])('%s is %s', (url, normal) => {
    expect(normaliseOrigin(url)).toBe(normal);
  });

  test.each(['', '  ', '../orchard', 'orchard', 'ext::sh -c whoami', 'https://', 'a\u0000b:c', `/${'x'.repeat(600)}`])(
    '%j cannot be compared',
    (url) => {
      expect(normaliseOrigin(url)).toBeUndefined();
    },
  );

  test('never carries a credential', () => {
    const urls = [
      'https://u:s3cret@h.example/a',
      'ssh://s3cret@h.example/a',
      's3cret@h.example:a',
      'https://h.example/a?s3cret',
    ];
    for (const url of urls) expect(normaliseOrigin(url)).toBe('h.example/a');
  });
});

describe('a git configuration', () => {
  test('names the origin in its own section only, with quotes, case and comments as git reads them', () => {
    const config = [
      '[remote "upstream"]',
      '\turl = https://example.org/wrong',
      '[Remote "origin"] ; ours',
      '\tfetch = +refs/heads/*:refs/remotes/origin/*',
      '\tURL = "https://example.org/a b" # note',
      '\turl = https://example.org/second',
    ].join('\r\n');
    expect(parseOriginUrl(config)).toBe('https://example.org/a b');
  });

  test('without an origin names none', () => {
    expect(parseOriginUrl('[core]\n\turl = nonsense\n[remote "Origin"]\n\turl = x')).toBeUndefined();
  });
});
