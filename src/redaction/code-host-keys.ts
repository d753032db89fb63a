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
  prefixedToken('nuget', ['oy2'], '[a-z0-9]{43}(?![a-z0-9])'),
  prefixedToken('sonarqube', ['sqp_', 'squ_', 'sqa_', 'sqb_'], '[0-9a-f]{40}'),
  prefixedToken('buildkite', ['bkua_', 'bkaj_', 'bkct_', 'bkpat_', 'bkpt_'], '(?=[A-Za-z]*[0-9])[A-Za-z0-9]{30,}'),
  prefixedToken('circleci', ['CCIPAT_', 'CCIPRJ_'], String.raw`\w{20,}`),
  prefixedToken('snyk', ['snyk_uat.', 'snyk_sat.'], String.raw`[\w.-]{30,}`),
  prefixedToken('packagist', ['packagist_'], '[a-z]{2,4}_[0-9a-f]{40,}'),
  prefixedToken('atlassian', ['ATTA'], '(?=[A-Za-z]*[0-9])[A-Za-z0-9]{60,}'),
  prefixedToken('atlassian', ['BBDC-'], '[A-Za-z0-9+/]{32,}={0,2}'),
  prefixedToken('octopus', ['API-'], '(?=[A-Z]*[0-9])[A-Z0-9]{25,36}(?![A-Za-z0-9])'),
  prefixedToken('harness', ['pat.', 'sat.'], String.raw`[\w-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}`),
  prefixedToken('trigger', ['tr_prod_', 'tr_dev_', 'tr_stg_', 'tr_pat_'], '(?=[A-Za-z]*[0-9])[A-Za-z0-9]{16,}'),
  prefixedToken('infisical', ['st.'], String.raw`[0-9a-f-]{24,36}\.[0-9a-f]{32,}\.[0-9a-f]{32,}`),
  prefixedToken('infracost', ['ico-'], '(?=[A-Za-z]*[0-9])[A-Za-z0-9]{32}'),
  prefixedToken('prefect', ['pnu_', 'pnb_'], '(?=[A-Za-z]*[0-9])[A-Za-z0-9]{32,}'),
  prefixedToken('dbt', ['dbtc_', 'dbtu_', 'dbts_'], String.raw`[\w-]{24,}=*`),
  prefixedToken('jfrog', ['reftkn:'], String.raw`[\w:-]{30,}`),
  prefixedToken('sourcegraph', ['slk_'], '[0-9a-f]{64}'),
];
