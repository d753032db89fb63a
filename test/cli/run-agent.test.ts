import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runAgent } from '../../src/cli/run-agent.ts';
import { removeFolder } from '../support/remove-folder.ts';

const next = (cwd: string) => ({ program: 'pilot', args: [], cwd, command: 'pilot', by: 'agent' }) as const;

/** A project with a program of its own, and a folder of PATH with the agent; each ends with its own code. */
function openPlaces() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'loom-agent-')));
  onTestFinished(() => removeFolder(root));
  for (const [folder, code] of [
    ['project', 66],
    ['bin', 7],
  ] as const) {
    mkdirSync(join(root, folder));
    writeFileSync(join(root, folder, 'pilot'), `#!/bin/sh\nexit ${code}\n`);
    chmodSync(join(root, folder, 'pilot'), 0o755);
  }
  return { project: join(root, 'project'), bin: join(root, 'bin') };
}

function usePath(...folders: readonly string[]): void {
  const { PATH: before = '' } = process.env;
  process.env['PATH'] = folders.join(delimiter);
  onTestFinished(() => void (process.env['PATH'] = before));
}

test.skipIf(process.platform === 'win32')(
  'an agent is the one of PATH, never a program of the project it is run in',
  () => {
    const { project, bin } = openPlaces();
    usePath('', '.', project, bin, '/usr/bin', '/bin');
    expect(runAgent(next(project))).toBe(7);
  },
);

test.skipIf(process.platform === 'win32')('an agent that only the project has is not started', () => {
  const { project } = openPlaces();
  usePath('', '.', project, '/usr/bin', '/bin');
  expect(() => runAgent(next(project))).toThrow(
    expect.objectContaining({ kind: 'not-found', code: 'agent-not-started' }),
  );
});
