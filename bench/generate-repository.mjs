// Makes a git repository of any size from invented files, always the same for the same size.
// node bench/generate-repository.mjs FOLDER [--files N] [--commits N]
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const BEDS_A_FOLDER = 40;
const START = 1_750_000_000;
const SETTINGS = ['-c', 'init.defaultBranch=main', '-c', 'gc.auto=0', '-c', 'core.autocrlf=false'];

/** Path of a file by its number. */
export function filePath(n) {
  const folder = Math.floor(n / BEDS_A_FOLDER);
  return `beds/${Math.floor(folder / 25)}/${folder % 25}/bed-${n}.ts`;
}

function fileText(n, version) {
  const lines = Array.from({ length: 20 }, (_, line) => `export const row${line} = 'bed ${n}, version ${version}';`);
  return `${lines.join('\n')}\n`;
}

function blob(path, text) {
  return `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
}

function* importStream({ files, commits }) {
  for (let n = 0; n < commits; n += 1) {
    const message = n === 0 ? 'Dig the beds' : `Tend bed ${n % files}`;
    yield `commit refs/heads/main\nmark :${n + 1}\ncommitter Mia <mia@example.org> ${START + n * 600} +0000\n`;
    yield `data ${Buffer.byteLength(message)}\n${message}\n`;
    if (n === 0) for (let file = 0; file < files; file += 1) yield blob(filePath(file), fileText(file, 0));
    else yield blob(filePath((n * 7) % files), fileText((n * 7) % files, n));
  }
}

/** Makes the repository and checks it out; returns its folder. */
export function generateRepository({ folder, files = 20_000, commits = 5_000 }) {
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const git = (args, input) =>
    execFileSync('git', [...SETTINGS, ...args], { cwd: folder, env, input, stdio: ['pipe', 'pipe', 'pipe'] });
  git(['init', '-q']);
  git(['fast-import', '--quiet'], [...importStream({ files, commits })].join(''));
  git(['checkout', '-q', '-f', 'main']);
  git(['status', '--porcelain']);
  return folder;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { files: { type: 'string' }, commits: { type: 'string' } },
  });
  const sizes = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
  console.log(generateRepository({ folder: positionals[0], ...sizes }));
}
