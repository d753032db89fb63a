import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SourceAhead } from '../../src/app/ports/ahead-reader.ts';
import type { SourceFile } from '../../src/app/ports/importer.ts';
import { readAhead } from '../../src/app/read-ahead.ts';
import { type AheadStart, AheadThread } from '../../src/cli/ahead-thread.ts';
import { openAheadParts } from '../../src/cli/open-ahead-parts.ts';
import { sha256 } from '../../src/cli/system-sources.ts';
import { importerFor } from '../../src/importers/registry.ts';
import { createRedactor } from '../../src/redaction/redactor.ts';
import { openTranscripts } from '../../src/transcripts/kept-transcripts.ts';
import { answer, exchange, SESSION } from '../importers/support/claude-records.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/ahead.cjs', import.meta.url));
const SECRET = `ghp_${'a1B2'.repeat(9)}`;

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loom-ahead-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function startOf(store: string): AheadStart {
  const [transcriptsDir, blobsDir] = [join(store, 'transcripts'), join(store, 'blobs')];
  return { key: new Uint8Array(32).fill(7), configFile: '/nowhere/config.json', transcriptsDir, blobsDir };
}

async function startThread(program = PROGRAM, store = makeFolder()): Promise<AheadThread> {
  const thread = await AheadThread.start(startOf(store), program);
  onTestFinished(() => thread.close());
  return thread;
}

function writeFile(name: string, text: string): SourceFile {
  const folder = join(makeFolder(), 'projects');
  const path = join(folder, name);
  mkdirSync(folder);
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

function openStore(store: string) {
  const { key, transcriptsDir, blobsDir } = startOf(store);
  const hmac = (secret: Uint8Array, text: string) => createHmac('sha256', secret).update(text).digest();
  return openTranscripts({ transcriptsDir, blobsDir, redactor: createRedactor({ key, hmac }), sha256 });
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : [],
  );

/** Publishes what was read; gives all that is kept then. */
function publish(store: string, ahead: SourceAhead) {
  const draft = openStore(store).draftOf(ahead.session, 'claude-code', ahead.kept);
  draft.seal();
  draft.publish();
  const bytes = [...openStore(store).bytes(ahead.session, draft.report().keptLength)];
  const text = Buffer.concat(bytes).toString();
  return { text, report: draft.report(), blobs: openStore(store).blobs(ahead.session), files: filesIn(store).sort() };
}

describe('the thread that reads sources before their turn', () => {
  it('gives what reading here would give, redacted under the same key', async () => {
    const stores = [makeFolder(), makeFolder()] as const;
    const thread = await startThread(PROGRAM, stores[1]);
    const file = writeSession();
    const importer = importerFor('claude-code');
    if (importer === undefined) throw new Error('no importer');
    const { parts } = await openAheadParts(startOf(stores[0]));
    const here = readAhead(parts, importer, file);
    const there = await thread.read('claude-code', file).arrived;
    if (here === undefined || there === undefined) throw new Error('not read');
    const plain = (ahead: SourceAhead) =>
      JSON.stringify(ahead, (key, value) => (key === 'asOf' || key === 'held' ? '' : value));
    expect(plain(there) === plain(structuredClone(here))).toBe(true);
    const kept = stores.map((store, index) => publish(store, index === 0 ? here : there));
    expect(kept[1]).toEqual(kept[0]);
    expect(kept[0]?.text.includes(SECRET)).toBe(false);
    expect(kept[0]?.blobs).toHaveLength(1);
  });

  it('leaves nothing of what is discarded', async () => {
    const store = makeFolder();
    const thread = await startThread(PROGRAM, store);
    const ahead = await thread.read('claude-code', writeSession()).arrived;
    if (ahead === undefined) throw new Error('not read');
    openStore(store).draftOf(ahead.session, 'claude-code', ahead.kept).discard();
    expect(filesIn(store)).toEqual([]);
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
    const [first, second, third, last] = await Promise.all(asked.map(({ arrived }) => arrived));
    expect([first, second, third]).toEqual([undefined, undefined, undefined]);
    expect(last?.tally.kept).toBe(6);
  });

  it('does not read what is taken back before it has begun with it', async () => {
    const thread = await startThread();
    const session = writeSession();
    const [first, ...others] = Array.from({ length: 40 }, () => thread.read('claude-code', session));
    const last = others.at(-1);
    expect(last?.takeBack()).toBe(true);
    expect(last?.takeBack()).toBe(false);
    expect(await last?.arrived).toBeUndefined();
    expect(await first?.arrived).toBeDefined();
    expect(first?.takeBack()).toBe(false);
  });

  it('that ends while it is asked leaves everything to its turn', async () => {
    const thread = await startThread();
    const asked = thread.read('claude-code', writeSession());
    await thread.close();
    expect(await asked.arrived).toBeUndefined();
    expect(await thread.read('claude-code', writeSession()).arrived).toBeUndefined();
  });

  it('whose program is not there, or breaks, is as one that has ended', async () => {
    const broken = writeFile(
      'broken.cjs',
      "require('node:worker_threads').parentPort.on('message', () => process.exit(3));",
    );
    for (const program of ['/nowhere/ahead.cjs', broken.path]) {
      const thread = await startThread(program);
      expect(await thread.read('claude-code', writeSession()).arrived).toBeUndefined();
    }
  });
});
