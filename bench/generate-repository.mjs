// Makes a git repository of many files and commits, all invented, through `git fast-import`.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

const FIRST_COMMIT = 1_700_000_000;
const LINES = 10;
const FILES_PER_COMMIT = 3;

/** Environment in which no settings of the machine count. */
export const GIT_ENV = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Mia',
  GIT_AUTHOR_EMAIL: 'mia@example.org',
  GIT_COMMITTER_NAME: 'Mia',
  GIT_COMMITTER_EMAIL: 'mia@example.org',
};

/** Runs git in a folder and returns what it printed. */
export function git(folder, ...words) {
  const run = spawnSync('git', words, { cwd: folder, env: { ...process.env, ...GIT_ENV }, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`git ${words.join(' ')}: ${run.stderr}`);
  return run.stdout.trim();
}

function fileCommand(n, version) {
  const text = `export const value${n} = ${version};\n`.repeat(LINES);
  return `M 100644 inline src/d${n % 100}/e${Math.floor(n / 100) % 20}/f${n}.ts\ndata ${text.length}\n${text}\n`;
}

function* importStream({ files, commits }) {
  for (let commit = 0; commit < commits; commit += 1) {
    const subject = `change ${commit}`;
    const when = FIRST_COMMIT + commit * 60;
    yield `commit refs/heads/main\ncommitter Mia <mia@example.org> ${when} +0000\ndata ${subject.length}\n${subject}\n`;
    const count = commit === 0 ? files : FILES_PER_COMMIT;
    for (let k = 0; k < count; k += 1) yield fileCommand(commit === 0 ? k : (commit * 7919 + k * 31) % files, commit);
  }
}

async function importAll(folder, size) {
  const child = spawn('git', ['fast-import', '--quiet'], {
    cwd: folder,
    env: { ...process.env, ...GIT_ENV },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  for (const piece of importStream(size)) {
    if (!child.stdin.write(piece)) await new Promise((resolve) => child.stdin.once('drain', resolve));
  }
  child.stdin.end();
  if ((await ended) !== 0) throw new Error('git fast-import failed');
}

/** Makes the repository, checked out, and returns its folder. */
export async function generateRepository({ folder, files, commits }) {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '-q', '-b', 'main');
  await importAll(folder, { files, commits });
  git(folder, 'reset', '-q', '--hard');
  return folder;
}
