import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SourceFile } from '../../src/app/ports/importer.ts';
import { readAhead } from '../../src/app/read-ahead.ts';
import { type AheadStart, AheadThread } from '../../src/cli/ahead-thread.ts';
import { openAheadParts } from '../../src/cli/open-ahead-parts.ts';
import { importerFor } from '../../src/importers/registry.ts';
import { answer, exchange, SESSION } from '../importers/support/claude-records.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/ahead.cjs', import.meta.url));
const START: AheadStart = { key: new Uint8Array(32).fill(7), configFile: '/nowhere/config.json' };
const SECRET = `ghp_${'a1B2'.repeat(9)}`;

async function startThread(program = PROGRAM): Promise<AheadThread> {
  const thread = await AheadThread.start(START, program);
  onTestFinished(() => thread.close());
  return thread;
}

function writeFile(name: string, text: string): SourceFile {
  const folder = mkdtempSync(join(tmpdir(), 'loom-ahead-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'projects', name);
  mkdirSync(join(folder, 'projects'));
  writeFileSync(path, text);
  const { size, mtimeNs, ctimeNs, dev, ino } = statSync(path, { bigint: true });
  return { path, size: Number(size), mtimeNs, ctimeNs, dev, ino };
}

function writeSession(): SourceFile {
  const records = [
    ...exchange(2),
    answer('a9', 'a1', `${'rows of peas '.repeat(7000)} ${SECRET}`),
    answer('a10', 'a9', 'Done.'),
  ];
  return writeFile(`${SESSION}.jsonl`, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

describe('the thread that reads sources before their turn', () => {
  it('gives what reading here would give, redacted under the same key', async () => {
    const thread = await startThread();
    const file = writeSession();
    const importer = importerFor('claude-code');
    if (importer === undefined) throw new Error('no importer');
    const { parts } = await openAheadParts(START);
    const here = readAhead(parts, importer, file);
    const there = await thread.read('claude-code', file);
    const plain = (ahead: typeof here) => JSON.stringify(ahead, (key, value) => (key === 'asOf' ? '' : value));
    expect(here?.kept.blobs).toHaveLength(1);
    expect(plain(there) === plain(structuredClone(here))).toBe(true);
    expect(Buffer.from(there?.kept.bytes ?? []).includes(SECRET)).toBe(false);
  });

  it('leaves to its turn what is not there, no session, or the session of another agent', async () => {
    const thread = await startThread();
    const [session, prose] = [writeSession(), writeFile('notes.jsonl', 'no record\n')];
    const gone = { ...session, path: `${session.path}.gone` };
    const asked = [
      thread.read('claude-code', gone),
      thread.read('claude-code', prose),
      thread.read('codex', session),
      thread.read('claude-code', session),
    ];
    const [first, second, third, last] = await Promise.all(asked);
    expect([first, second, third]).toEqual([undefined, undefined, undefined]);
    expect(last?.tally.kept).toBe(6);
  });

  it('that ends while it is asked leaves everything to its turn', async () => {
    const thread = await startThread();
    const asked = thread.read('claude-code', writeSession());
    await thread.close();
    expect(await asked).toBeUndefined();
    expect(await thread.read('claude-code', writeSession())).toBeUndefined();
  });

  it('whose program is not there, or breaks, is as one that has ended', async () => {
    const broken = writeFile(
      'broken.cjs',
      "require('node:worker_threads').parentPort.on('message', () => process.exit(3));",
    );
    for (const program of ['/nowhere/ahead.cjs', broken.path]) {
      const thread = await startThread(program);
      expect(await thread.read('claude-code', writeSession())).toBeUndefined();
    }
  });
});
