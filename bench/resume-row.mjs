// The row of the benchmark about resuming: a preview in a large repository.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GIT_ENV, generateRepository, git } from './generate-repository.mjs';
import { compare, runOnce } from './measure.mjs';

const LOOM = fileURLToPath(new URL('../bin/run.js', import.meta.url));
/** Commits that others made since the session ended. */
const SINCE = 100;

function loomIn(folder, store, ...words) {
  const options = { cwd: folder, env: { ...process.env, ...GIT_ENV, LOOM_HOME: store }, encoding: 'utf8' };
  const run = spawnSync(process.execPath, [LOOM, ...words], options);
  if (run.status !== 0) throw new Error(`loom ${words.join(' ')}: ${run.stderr}`);
  return run.stdout;
}

/** A session that ran a shell and read a file, some commits before the present ones. */
function recordSession(folder, store) {
  git(folder, 'checkout', '-q', '--detach', `main~${SINCE}`);
  const { id } = JSON.parse(loomIn(folder, store, 'sessions', 'start', '--json'));
  const touched = [{ path: join(folder, 'src/d0/e0/f0.ts'), access: 'read' }];
  const facts = [
    ['prompt.submitted', { text: 'Find the tide tables' }],
    ['tool.completed', { callId: 'c1', name: 'Read', touched }],
    ['tool.completed', { callId: 'c2', name: 'Bash' }],
  ];
  for (const [type, data] of facts)
    loomIn(folder, store, 'sessions', 'record', id, type, '--data', JSON.stringify(data));
  loomIn(folder, store, 'sessions', 'close', id);
  git(folder, 'checkout', '-q', 'main');
  return id;
}

/** Compared and judged, against asking git for the same. */
export async function resumeRow({ work, files, commits, rounds }) {
  const folder = await generateRepository({ folder: join(work, 'repository'), files, commits });
  const store = join(work, 'resume-store');
  const id = recordSession(folder, store);
  const env = { ...GIT_ENV, LOOM_HOME: store };
  const programs = {
    status: { argv: ['git', '-C', folder, 'status'], env },
    diff: { argv: ['git', '-C', folder, 'diff', '--name-only', `main~${SINCE}`], env },
    resume: { argv: [process.execPath, LOOM, 'sessions', 'resume', id, '--all', '--dry-run'], env },
    node: { argv: [process.execPath, '-e', '0'], env },
  };
  for (const program of Object.values(programs)) runOnce(program);
  const times = compare(programs, rounds);
  const base = times.status + times.diff;
  const what = `loom sessions resume --dry-run, ${files} files, ${commits} commits / git status + git diff --name-only`;
  const note = `git status alone: ${times.status.toFixed(0)} ms, node -e 0: ${times.node.toFixed(0)} ms`;
  return { what, target: 4, ratio: times.resume / base, measured: times.resume, base, note };
}
