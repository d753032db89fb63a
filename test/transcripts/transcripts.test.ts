import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Transcripts } from '../../src/app/ports/transcripts.ts';
import { draftName } from '../../src/transcripts/abandoned-parts.ts';
import { openTranscripts } from '../../src/transcripts/kept-transcripts.ts';
import { MemoryTranscripts } from '../../src/transcripts/memory-transcripts.ts';
import { bytesOf, describeTranscripts, HEATHER, keep } from '../contract/transcripts-contract.ts';
import { testRedactor } from '../redaction/test-redactor.ts';

const sha256 = (content: string | Uint8Array): Uint8Array => createHash('sha256').update(content).digest();
const roots: string[] = [];

function makeStore(): { readonly root: string; readonly file: string; readonly transcripts: Transcripts } {
  const root = mkdtempSync(join(tmpdir(), 'loom-transcripts-'));
  roots.push(root);
  const transcripts = openTranscripts({
    transcriptsDir: join(root, 'transcripts'),
    blobsDir: join(root, 'blobs'),
    redactor: testRedactor(),
    sha256,
  });
  return { root, file: join(root, 'transcripts', '7k', `${HEATHER}.jsonl`), transcripts };
}

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

describeTranscripts('files', () => makeStore().transcripts);
describeTranscripts('memory', () => new MemoryTranscripts({ redactor: testRedactor(), sha256 }));

function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('kept files', () => {
  it('can be read by their owner only', () => {
    const { root, transcripts } = makeStore();
    const before = process.umask(0);
    try {
      keep(transcripts, {}, [{ image: `iVBORw0KGgo${'A'.repeat(90)}` }]);
    } finally {
      process.umask(before);
    }
    for (const path of filesBelow(root)) expect(lstatSync(path).mode & 0o777).toBe(0o600);
    for (const folder of ['transcripts', 'transcripts/7k', 'blobs', `blobs/${HEATHER}`]) {
      expect(lstatSync(join(root, folder)).mode & 0o777).toBe(0o700);
    }
  });

  it('leave nothing else behind, however large the draft', () => {
    const { root, file, transcripts } = makeStore();
    const many = Array.from({ length: 60 }, (_, index) => ({ index, text: 'heather '.repeat(6000) }));
    const base = keep(transcripts, {}, many);
    const next = keep(transcripts, { base }, many);
    expect(filesBelow(root)).toEqual([file]);
    expect(next.keptLength).toBeGreaterThan(4_000_000);
    const items = [...transcripts.records(HEATHER, next.keptLength)];
    expect(items).toHaveLength(120);
    expect(items.every((item, index) => 'n' in item && item.n === index + 1)).toBe(true);
    keep(transcripts, {}, []);
  });

  it('take away what a killed writer left when the next one writes', async () => {
    const { root, file, transcripts } = makeStore();
    const [, scope] = draftName().split('-');
    const { pid } = spawnSync(process.execPath, ['--version']);
    for (const folder of ['transcripts/b5', `blobs/${HEATHER}`]) mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, 'transcripts/b5', `b5c1t8v4x2q9m3k7.${pid}-${scope}-0123456789ab.part`), 'half');
    writeFileSync(join(root, 'blobs', HEATHER, `${'a'.repeat(64)}.${pid}-${scope}-0123456789ab.part`), 'half');
    const draft = transcripts.draft({ session: HEATHER, agent: 'claude-code', base: null });
    const other = transcripts.draft({ session: HEATHER, agent: 'claude-code', base: null });
    for (const each of [draft, other]) each.add({ bytes: Buffer.from('{"say":"a"}'), sourceLine: 1, at: null });
    other.seal();
    await transcripts.sealAll([draft]);
    expect(filesBelow(root).filter((path) => path.endsWith('.part'))).toHaveLength(2);
    await transcripts.publishAll([draft]);
    other.discard();
    expect(filesBelow(root)).toEqual([file]);
  });

  it('report a damaged line with its place and serve all others', () => {
    const { file, transcripts } = makeStore();
    const { keptLength } = keep(transcripts, {}, [{ say: 'a' }, { say: 'b' }, { say: 'c' }]);
    const bytes = readFileSync(file);
    const second = bytes.indexOf(0x0a) + 1;
    bytes.fill(0, second + 4, second + 12);
    writeFileSync(file, bytes);
    const items = [...transcripts.records(HEATHER, keptLength)];
    expect(items[1]).toEqual({ damage: 'not JSON', offset: second, length: bytes.indexOf(0x0a, second) - second });
    expect(items.map((item) => ('damage' in item ? 'damaged' : item.n))).toEqual([1, 'damaged', 3]);
    expect([...transcripts.keptLines(HEATHER, keptLength)]).toHaveLength(2);
  });

  it('report a torn tail, a missing tail and a missing line', () => {
    const { file, transcripts } = makeStore();
    const { keptLength } = keep(transcripts, {}, [{ say: 'a' }, { say: 'b' }, { say: 'c' }]);
    truncateSync(file, keptLength - 5);
    const items = [...transcripts.records(HEATHER, keptLength)];
    expect(items.filter((item) => 'damage' in item)).toEqual([
      expect.objectContaining({ damage: 'the last line is incomplete' }),
      { damage: '5 bytes are missing at the end', offset: keptLength - 5, length: 5 },
    ]);
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, `${lines[1]}\n`);
    expect([...transcripts.records(HEATHER, Buffer.byteLength(`${lines[1]}\n`))][0]).toMatchObject({
      damage: 'record 1 should be here, but 2 is',
    });
  });

  it('are not written when they are shorter than the journal says', () => {
    const { file, transcripts } = makeStore();
    const base = keep(transcripts, {}, [{ say: 'a' }]);
    truncateSync(file, 10);
    expect(() => keep(transcripts, { base }, [{ say: 'b' }])).toThrow(
      expect.objectContaining({ kind: 'problem', code: 'transcript-too-short' }),
    );
  });

  it('are never reached through a link', () => {
    const { root, file, transcripts } = makeStore();
    const base = keep(transcripts, {}, [{ say: 'a' }]);
    const other = join(root, 'other');
    linkSync(file, other);
    expect(() => keep(transcripts, { base }, [{ say: 'b' }])).toThrow(expect.objectContaining({ kind: 'unsafe' }));
    rmSync(file);
    symlinkSync(other, file);
    expect(() => keep(transcripts, { base }, [{ say: 'b' }])).toThrow(expect.objectContaining({ kind: 'unsafe' }));
    expect(() => [...transcripts.records(HEATHER, 10)]).toThrow(expect.objectContaining({ kind: 'unsafe' }));
    expect(readFileSync(other, 'utf8')).toContain('"say":"a"');
    expect(readFileSync(other, 'utf8')).not.toContain('"say":"b"');
  });

  it('are never written into a linked folder', () => {
    const { root, transcripts } = makeStore();
    const elsewhere = join(root, 'elsewhere');
    mkdirSync(elsewhere);
    mkdirSync(join(root, 'transcripts'));
    symlinkSync(elsewhere, join(root, 'transcripts', '7k'));
    expect(() => keep(transcripts, {}, [{ say: 'a' }])).toThrow(expect.objectContaining({ kind: 'unsafe' }));
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('turn a failure of the disk into a storage fault that names the path', () => {
    const { root, transcripts } = makeStore();
    writeFileSync(join(root, 'blobs'), 'in the way');
    const image = bytesOf({ image: `iVBORw0KGgo${'A'.repeat(90)}` });
    const draft = transcripts.draft({ session: HEATHER, agent: 'claude-code', base: null });
    expect(() => draft.add({ bytes: image, sourceLine: 1, at: null })).toThrow(/blobs/);
    draft.discard();
  });

  it('give back a blob only while its digest matches', () => {
    const { root, transcripts } = makeStore();
    const digest = transcripts.putBlob(HEATHER, bytesOf('a picture'));
    writeFileSync(join(root, 'blobs', HEATHER, digest), 'a Picture');
    expect(transcripts.blob(HEATHER, digest)).toBeUndefined();
  });

  it('are erased with the drafts that others left', () => {
    const { root, transcripts } = makeStore();
    const draft = transcripts.draft({ session: HEATHER, agent: 'claude-code', base: null });
    draft.add({ bytes: bytesOf({ image: `iVBORw0KGgo${'A'.repeat(90)}` }), sourceLine: 1, at: null });
    draft.seal();
    expect(filesBelow(root)).toHaveLength(2);
    expect(transcripts.erase(HEATHER)).toBeGreaterThan(100);
    expect(filesBelow(root)).toEqual([]);
    draft.discard();
  });
});
