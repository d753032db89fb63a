/** No command talks to anybody: watched from outside, call by call. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../../support/remove-folder.ts';
import { COMMAND_ROWS, type Row, runCommandRow } from '../support/command-rows.ts';
import { type HostileStore, makeHostileStore } from '../support/hostile-store.ts';

const WATCHED = ['-f', '-qq', '-e', 'trace=connect,sendto,sendmsg,bind'];

/** strace, as quick as it can be here; `undefined` where it is not installed or may not watch. */
function findStrace(): readonly string[] | undefined {
  return [
    ['strace', '--seccomp-bpf', ...WATCHED],
    ['strace', ...WATCHED],
  ].find(([program = '', ...words]) => spawnSync(program, [...words, '-o', '/dev/null', 'true']).status === 0);
}

/** Calls that name an address of another machine, or that open a port. */
function foreignCalls(trace: string): readonly string[] {
  return trace
    .split('\n')
    .filter((line) => /sa_family=AF_INET6?\b/.test(line))
    .filter((line) => !/inet_addr\("127\.|"::1"/.test(line));
}

describe('watched by strace', () => {
  let store: HostileStore;
  let root: string;
  const strace = findStrace();
  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'loom-network-')));
    store = await makeHostileStore(root);
  });
  afterAll(() => removeFolder(root));

  it('a program that connects is seen', ({ skip }) => {
    if (strace === undefined) skip('strace is not installed or may not watch here');
    const [trace, script] = [
      join(root, 'trace'),
      "require('net').connect(9, '192.0.2.1').on('error', () => 0); setTimeout(() => process.exit(), 50)",
    ];
    const [program = '', ...words] = strace ?? [];
    spawnSync(program, [...words, '-o', trace, process.execPath, '-e', script]);
    expect(foreignCalls(readFileSync(trace, 'utf8')).length).toBeGreaterThan(0);
  });

  it.for(Object.entries(COMMAND_ROWS))('%s connects to nobody', ([id, rows], { skip }) => {
    if (strace === undefined) skip('strace is not installed or may not watch here');
    const trace = join(root, 'trace');
    runCommandRow(store, id, rows[0] as Row[number], { asked: [], through: [...(strace ?? []), '-o', trace] });
    expect(foreignCalls(readFileSync(trace, 'utf8'))).toEqual([]);
  });
});
