// What loom takes from others. `npm run dependencies` records it in docs/dependencies.md; the gate fails when the lockfile
// says otherwise: another package, a licence nobody looked at, an install script, an entry without a digest.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const PAGE = join('docs', 'dependencies.md');

/** Licences that allow what loom does: use, change and hand on, with their text kept. */
const LICENCES = new Set([
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
]);

/** What the lockfile says of each package: `{name, version, license, dev, script, digest, address}`. */
export function readPackages({ packages }) {
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version,
      license: entry.license ?? 'none named',
      dev: entry.dev === true || entry.devOptional === true,
      script: entry.hasInstallScript === true,
      digest: entry.integrity,
      address: entry.resolved,
    }));
}

/** What is wrong with one package: sentences. A tool of development may have any licence; it is not handed on. */
function judgePackage({ name, version, license, dev, script, digest, address }, allowScripts) {
  const silentScript = script && !Object.hasOwn(allowScripts, name) && name !== 'fsevents';
  return [
    ...(digest === undefined ? ['the lockfile has no digest of it'] : []),
    ...(address === undefined ? [] : ['the lockfile names a host to load it from']),
    ...(dev || LICENCES.has(license) ? [] : [`licence ${license} is not one that was looked at`]),
    ...(silentScript ? ["has an install script that package.json's allowScripts does not speak of"] : []),
  ].map((problem) => `${name} ${version}: ${problem}`);
}

const EXACT_VERSION = /^(?:npm:[^@]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/** What is wrong with the packages and with the versions that package.json asks for: sentences. */
export function judgePackages(packages, { allowScripts = {}, dependencies = {}, devDependencies = {} }) {
  const loose = Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !EXACT_VERSION.test(version))
    .map(([name, version]) => `${name}: ${version} is not one exact version`);
  return [...packages.flatMap((entry) => judgePackage(entry, allowScripts)), ...loose];
}

function uniqueRows(packages) {
  const rows = packages.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`);
  return [...new Set(rows)].sort();
}

function renderPage(packages, { dependencies }) {
  const shipped = packages.filter(({ dev }) => !dev);
  const direct = shipped.filter(({ name, version }) => dependencies[name] === version);
  const further = shipped.filter((entry) => !direct.includes(entry));
  const table = (rows) => ['| package | version | licence |', '|---|---|---|', ...uniqueRows(rows), ''];
  return [
    '# What loom is made with',
    '',
    'Made by `npm run dependencies` from the lockfile, and compared by the gate. Versions are exact; the lockfile has a digest of each package. One package has an install script, `@photostructure/sqlite`: it looks for the prebuilt file that the package brings (Linux, macOS and Windows on x64 and arm64), and compiles where there is none. `npm install --ignore-scripts` works wherever a prebuilt file is there; in this repository `allowScripts` switches the script off. Nothing is downloaded but the packages.',
    '',
    '## Named by loom',
    '',
    ...table(direct),
    '## Needed by those',
    '',
    ...table(further),
  ].join('\n');
}

function readFiles(folder) {
  const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  return { packages: readPackages(read('package-lock.json')), described: read('package.json') };
}

/** Compares the page with the lockfile, and judges the packages. */
export function checkDependencies(folder = root) {
  const { packages, described } = readFiles(folder);
  const same = readFileSync(join(folder, PAGE), 'utf8') === renderPage(packages, described);
  return [
    ...judgePackages(packages, described),
    ...(same ? [] : [`${PAGE} is not what the lockfile says: npm run dependencies`]),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { packages, described } = readFiles(root);
  const problems = judgePackages(packages, described);
  for (const problem of problems) console.error(problem);
  writeFileSync(join(root, PAGE), renderPage(packages, described));
  console.log(`${PAGE}: ${packages.filter(({ dev }) => !dev).length} packages`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
