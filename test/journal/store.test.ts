import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { repairIdentity } from '../../src/journal/repair-identity.ts';
import { openOrCreateStore, openStore, readStoreFile } from '../../src/journal/store-file.ts';
import { segmentFile, storeLayout } from '../../src/journal/store-layout.ts';
import { verifyStore } from '../../src/journal/verify.ts';
import { acquireWriterLock, tryWriterLock } from '../../src/journal/writer-lock.ts';
import { append, renamed, titles } from '../contract/journal-contract.ts';
import { openJournal, SOURCES, sha256, temporaryFolder, temporaryStore } from './journal-fixture.ts';

const randomness = (length: number) => randomBytes(length);

describe('a store', () => {
  it('is not there until somebody makes it', () => {
    const layout = storeLayout(join(temporaryFolder(), 'store'));
    expect(openStore(layout)).toBeUndefined();
    expect(existsSync(layout.home)).toBe(false);
  });

  it('is private whatever the umask', async () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const layout = await temporaryStore();
    await append(openJournal(layout), renamed('gorse'));
    for (const folder of [layout.home, layout.journalDir, layout.blobsDir])
      expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const file of [layout.storeFile, layout.keyFile, layout.lockFile, segmentFile(layout, 1)]) {
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
  });

  it('is one, also when many make it at once', async () => {
    const layout = storeLayout(join(temporaryFolder(), 'store'));
    const stores = await Promise.all(
      Array.from({ length: 8 }, () => openOrCreateStore({ layout, randomness, ...SOURCES })),
    );
    expect(new Set(stores.map((store) => store.id)).size).toBe(1);
    expect(new Set(stores.map((store) => Buffer.from(store.key).toString('hex'))).size).toBe(1);
    expect(stores.filter((store) => store.created)).toHaveLength(1);
  });

  it('of a newer format is refused, but can be told apart', async () => {
    const layout = await temporaryStore();
    writeFileSync(layout.storeFile, '{"format":2,"shape":"round"}\n');
    expect(() => openStore(layout)).toThrow(expect.objectContaining({ kind: 'newer-format' }));
    expect(readStoreFile(layout, { allowNewer: true })?.format).toBe(2);
    expect((await verifyStore({ layout, sha256 })).errors).toBe(0);
  });

  it.each(['', '{', '[]', '{"format":"1"}', '{"format":1}', '\u0000'])(
    'that says %j is read, not written, and verify says so',
    async (text) => {
      const layout = await temporaryStore();
      await append(openJournal(layout), renamed('gorse'));
      const [first] = openJournal(layout).read();
      writeFileSync(layout.storeFile, text);
      expect(openStore(layout)).toMatchObject({
        id: first?.kind === 'event' ? first.event.id : '',
        faults: [{ file: 'store.json', fault: 'damaged' }],
      });
      await expect(openOrCreateStore({ layout, randomness, ...SOURCES })).rejects.toMatchObject({
        kind: 'problem',
        code: 'store-file-damaged',
        hints: ['loom journal repair'],
      });
      expect(readFileSync(layout.storeFile, 'utf8')).toBe(text);
      expect((await verifyStore({ layout, sha256 })).findings).toMatchObject([
        { severity: 'error', code: 'store-file-damaged', file: 'store.json' },
      ]);
    },
  );

  it('keeps the id that a cut store.json still shows', async () => {
    const layout = await temporaryStore();
    const whole = readFileSync(layout.storeFile, 'utf8');
    const id = openStore(layout)?.id;
    writeFileSync(layout.storeFile, whole.slice(0, -10));
    expect(openStore(layout)?.id).toBe(id);
    await repairIdentity({ layout, randomness, ...SOURCES });
    expect(openStore(layout)).toMatchObject({ id, faults: [] });
  });

  it('without store.json is the journal that is there, and the next writer makes one with the same id', async () => {
    const layout = await temporaryStore();
    await append(openJournal(layout), renamed('gorse'));
    for (const name of [layout.storeFile, layout.keyFile, layout.blobsDir, layout.lockFile])
      rmSync(name, { recursive: true });
    const read = openStore(layout);
    expect(read?.faults).toEqual([
      { file: 'store.json', fault: 'missing' },
      { file: 'key', fault: 'missing' },
    ]);
    expect(existsSync(layout.storeFile)).toBe(false);
    expect((await verifyStore({ layout, sha256 })).findings.map(({ code }) => code)).toEqual([
      'missing-file',
      'missing-file',
    ]);
    const written = await openOrCreateStore({ layout, randomness, ...SOURCES });
    expect(written).toMatchObject({ id: read?.id, created: false });
    await append(openJournal(layout), renamed('bracken'));
    expect(openStore(layout)).toMatchObject({ id: read?.id, key: written.key, faults: [] });
    expect(titles(openJournal(layout))).toEqual(['gorse', 'bracken']);
    expect((await verifyStore({ layout, sha256 })).findings).toEqual([]);
  });

  it('with a key that was cut is read, and repaired by setting the rest of it aside', async () => {
    const layout = await temporaryStore();
    await append(openJournal(layout), renamed('gorse'));
    const id = openStore(layout)?.id;
    writeFileSync(layout.keyFile, 'short');
    expect(openStore(layout)).toMatchObject({ id, faults: [{ file: 'key', fault: 'damaged' }] });
    await expect(openOrCreateStore({ layout, randomness, ...SOURCES })).rejects.toMatchObject({
      code: 'store-key-damaged',
    });
    const { quarantine } = await repairIdentity({ layout, randomness, ...SOURCES });
    expect(readFileSync(join(layout.home, String(quarantine), 'key'), 'utf8')).toBe('short');
    expect(openStore(layout)).toMatchObject({ id, faults: [] });
    expect(await repairIdentity({ layout, randomness, ...SOURCES })).toEqual({ files: [], quarantine: null });
  });

  it('that a folder is empty of is none, and nothing is wrong with it', async () => {
    const layout = storeLayout(temporaryFolder());
    expect(openStore(layout)).toBeUndefined();
    expect((await verifyStore({ layout, sha256 })).errors).toBe(0);
  });

  it('can be moved', async () => {
    const layout = await temporaryStore();
    await append(openJournal(layout), renamed('gorse'));
    const moved = storeLayout(join(temporaryFolder(), 'elsewhere'));
    renameSync(layout.home, moved.home);
    await append(openJournal(moved), renamed('bracken'));
    expect(titles(openJournal(moved))).toEqual(['gorse', 'bracken']);
    expect((await verifyStore({ layout: moved, sha256 })).findings).toEqual([]);
  });
});

describe('an unsafe store', () => {
  const refused = async (layout: ReturnType<typeof storeLayout>) =>
    append(openJournal(layout), renamed('gorse')).catch((error: unknown) => error);

  it.each([
    ['others may write to it', (layout: ReturnType<typeof storeLayout>) => chmodSync(layout.home, 0o777)],
    [
      'others may write to its journal',
      (layout: ReturnType<typeof storeLayout>) => chmodSync(layout.journalDir, 0o770),
    ],
    [
      'others may write to a segment',
      (layout: ReturnType<typeof storeLayout>) => chmodSync(segmentFile(layout, 1), 0o666),
    ],
    [
      'a segment has a second link',
      (layout: ReturnType<typeof storeLayout>) => linkSync(segmentFile(layout, 1), join(layout.home, 'copy')),
    ],
    [
      'a segment is a link',
      (layout: ReturnType<typeof storeLayout>) => {
        renameSync(segmentFile(layout, 1), join(layout.home, 'real'));
        symlinkSync(join(layout.home, 'real'), segmentFile(layout, 1));
      },
    ],
    [
      'a segment is a FIFO',
      (layout: ReturnType<typeof storeLayout>) => {
        unlinkSync(segmentFile(layout, 1));
        execFileSync('mkfifo', ['-m', '600', segmentFile(layout, 1)]);
      },
    ],
    [
      'the journal is a link',
      (layout: ReturnType<typeof storeLayout>) => {
        renameSync(layout.journalDir, join(layout.home, 'real'));
        symlinkSync(join(layout.home, 'real'), layout.journalDir);
      },
    ],
    [
      'the lock file is a link',
      (layout: ReturnType<typeof storeLayout>) => {
        rmSync(layout.lockFile);
        symlinkSync(layout.keyFile, layout.lockFile);
      },
    ],
  ])('is not written to when %s, and verify says so', async (_what, spoil) => {
    const layout = await temporaryStore();
    await append(openJournal(layout), renamed('bracken'));
    spoil(layout);
    expect(await refused(layout)).toMatchObject({ kind: 'unsafe' });
    expect((await verifyStore({ layout, sha256 })).errors).toBeGreaterThan(0);
  });

  it('is not written to when it belongs to somebody else', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root can give a file away');
    const layout = await temporaryStore();
    await append(openJournal(layout), renamed('bracken'));
    execFileSync('chown', ['65534', segmentFile(layout, 1)]);
    expect(await refused(layout)).toMatchObject({ kind: 'unsafe' });
  });
});

describe('the writer lock', () => {
  it('is held once, in one process too, and can be taken again', async () => {
    const { lockFile } = await temporaryStore();
    const lock = tryWriterLock(lockFile);
    expect(lock).toBeDefined();
    expect(tryWriterLock(lockFile)).toBeUndefined();
    lock?.release();
    lock?.release();
    const again = tryWriterLock(lockFile);
    expect(again).toBeDefined();
    again?.release();
  });

  it('gives up as busy when the wait is over, and says once that it waits', async () => {
    const { lockFile } = await temporaryStore();
    const lock = tryWriterLock(lockFile);
    let notices = 0;
    const started = performance.now();
    const waiting = acquireWriterLock({ lockFile, wait: 1300, progress: () => 0, onWait: () => void notices++ });
    await expect(waiting).rejects.toMatchObject({ kind: 'busy' });
    expect(performance.now() - started).toBeGreaterThan(1250);
    expect(notices).toBe(1);
    lock?.release();
  });

  it('does not wait at all when told so', async () => {
    const { lockFile } = await temporaryStore();
    const lock = tryWriterLock(lockFile);
    await expect(acquireWriterLock({ lockFile, wait: 0, progress: () => 0 })).rejects.toMatchObject({ kind: 'busy' });
    lock?.release();
  });

  it('is waited for as long as the journal grows', async () => {
    const { lockFile } = await temporaryStore();
    const lock = tryWriterLock(lockFile);
    let size = 0;
    const progress = () => {
      if (size === 4) lock?.release();
      return size++;
    };
    const got = await acquireWriterLock({ lockFile, wait: 'growing', progress });
    got.release();
    expect(size).toBeGreaterThan(2);
  });

  it('is not the lock of a file that was put in its place', async () => {
    const { lockFile } = await temporaryStore();
    const old = tryWriterLock(lockFile);
    unlinkSync(lockFile);
    const lock = tryWriterLock(lockFile);
    expect(lock).toBeDefined();
    expect(tryWriterLock(lockFile)).toBeUndefined();
    old?.release();
    lock?.release();
  });
});

describe('a journal folder with other things in it', () => {
  it('is read as if they were not there, and verify names them', async () => {
    const layout = await temporaryStore();
    const journal = openJournal(layout);
    await append(journal, renamed('gorse'));
    for (const name of ['notes.txt', '1.jsonl', '000000.jsonl', '000001.jsonl.tmp', '0000001.jsonl']) {
      writeFileSync(join(layout.journalDir, name), 'fog\n', { mode: 0o600 });
    }
    mkdirSync(join(layout.journalDir, 'attic'), { mode: 0o700 });
    await append(journal, renamed('bracken'));
    expect(titles(journal)).toEqual(['gorse', 'bracken']);
    const { findings, errors } = await verifyStore({ layout, sha256 });
    expect(errors).toBe(0);
    expect(findings.filter((finding) => finding.code === 'foreign-file').map((finding) => finding.file)).toEqual([
      'journal/000000.jsonl',
      'journal/0000001.jsonl',
      'journal/1.jsonl',
      'journal/attic',
      'journal/notes.txt',
    ]);
    expect(readFileSync(join(layout.journalDir, 'notes.txt'), 'utf8')).toBe('fog\n');
  });
});
