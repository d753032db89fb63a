import { prefixedToken, type SecretRule } from './secret-rule.ts';

const GITLAB = ['pat', 'rt', 'dt', 'ptt', 'soat', 'cbt', 'ft', 'imt', 'agent', 'oas', 'ffct', 'rtr', 'wt'];

/** Tokens of code hosts and package registries. */
export const CODE_HOST_KEYS: readonly SecretRule[] = [
  prefixedToken('github', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], '[A-Za-z0-9_]{20,}'),
  prefixedToken('github', ['github_pat_'], String.raw`\w{22,}`),
  prefixedToken(
    'gitlab',
    GITLAB.map((kind) => `gl${kind}-`),
    String.raw`[\w-]{20,}(?:\.[0-9a-z]{2}\.?[0-9a-z]{7,})?`,
  ),
  prefixedToken('gitlab', ['GR1348941'], String.raw`[\w-]{20,}`),
  prefixedToken('atlassian', ['ATATT3', 'ATCTT3', 'ATBB'], String.raw`[\w=-]{20,}`),
  prefixedToken('npm', ['npm_'], '(?=[A-Za-z0-9]*[0-9A-Z])[A-Za-z0-9]{30,}'),
  prefixedToken('npm', ['npm_'], '(?=([a-z0-9])\\1{8})[A-Za-z0-9]{20,}'),
  {
    id: 'npm',
    anchors: ['_authToken=', '_auth=', '_password='],
    pattern: /_(?:authToken|auth|password)=(?!\$|\[redacted)(?<value>[^\s"'\\]{8,})/,
    contextual: true,
  },
  prefixedToken('pypi', ['pypi-AgE', 'pypi-AgEN'], String.raw`[\w-]{16,}`),
  prefixedToken('rubygems', ['rubygems_'], '[0-9a-f]{40,}'),
  prefixedToken('crates', ['cio'], '(?=[A-Za-z0-9]*[0-9])[A-Za-z0-9]{32}(?![A-Za-z0-9])'),
  prefixedToken('docker', ['dckr_pat_', 'dckr_oat_'], String.raw`[\w-]{20,}`),
  prefixedToken('artifactory', ['AKCp'], '[A-Za-z0-9]{60,}'),
  prefixedToken('artifactory', ['cmVmdGtu'], '[A-Za-z0-9]{40,}'),
  prefixedToken('sourcegraph', ['sgp_'], '(?:[A-Fa-f0-9]{16}_|local_)?[A-Fa-f0-9]{40}'),
  prefixedToken('clojars', ['CLOJARS_'], '[A-Za-z0-9]{50,}'),
];
