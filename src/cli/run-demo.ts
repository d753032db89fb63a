import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_SESSIONS, writeDemoSamples } from './demo-samples.ts';

/** One command of the demo, run for real. */
export interface DemoStep {
  readonly says: string;
  readonly command: string;
  readonly output: string;
  readonly exit: number;
}

const STORY: readonly (readonly [says: string, ...words: string[]])[] = [
  ['Keep what Claude Code has on this machine: redacted copies, originals untouched.', 'import'],
  ['Every session of every project, newest first.', 'sessions', 'list', '--all'],
  [
    'One session with its turns. The key in the tool result was masked before the first byte was written.',
    'sessions',
    'show',
    DEMO_SESSIONS.checkout,
  ],
  [
    'A title of your own. Every change is an event that can be undone.',
    'sessions',
    'rename',
    DEMO_SESSIONS.checkout,
    'empty basket bug',
  ],
  ['Put a session away, and bring it back.', 'sessions', 'archive', DEMO_SESSIONS.shipping],
  ['', 'sessions', 'restore', DEMO_SESSIONS.shipping],
  ['Markdown for people; JSON for another store.', 'sessions', 'export', DEMO_SESSIONS.shipping, '--mode', 'compact'],
  [
    'What would go on, compared with what is there now. What nobody saw is said to be unknown.',
    'sessions',
    'resume',
    DEMO_SESSIONS.shipping,
    '--print',
    '--dry-run',
  ],
  ['Importing again adds only what is new.', 'import'],
  ['Every byte of the journal, checked.', 'journal', 'verify'],
];

/** Runs the story on built-in samples in a store that is thrown away, as on a terminal of some columns when given. */
export function runDemo(program: string, columns?: number): readonly DemoStep[] {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loom-demo-')));
  const home = join(folder, 'home');
  try {
    writeDemoSamples(home, join(folder, 'shop'));
    const env = {
      PATH: process.env['PATH'],
      HOME: home,
      USERPROFILE: home,
      LOOM_HOME: join(folder, 'store'),
      TZ: process.env['TZ'],
      NO_COLOR: '1',
      ...(columns === undefined ? {} : { LOOM_FORCE_TTY: String(columns) }),
    };
    return STORY.map(([says, ...words]) => {
      const run = spawnSync(process.execPath, [program, ...words], {
        cwd: join(folder, 'shop'),
        env,
        encoding: 'utf8',
      });
      const shown = `${run.stdout}${run.stderr}`.replaceAll(folder, '/demo');
      return {
        says,
        command: `loom ${words.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' ')}`,
        output: shown,
        exit: run.status ?? 1,
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The story for people. */
export function describeDemo(steps: readonly DemoStep[]): string {
  return steps
    .map(({ says, command, output }) => `${says === '' ? '' : `# ${says}\n`}$ ${command}\n${output.trimEnd()}\n\n`)
    .join('');
}
