import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Transcripts } from '../../src/app/ports/transcripts.ts';
import { openTranscripts } from '../../src/transcripts/kept-transcripts.ts';
import { HEATHER } from '../contract/transcripts-contract.ts';
import { testRedactor } from '../redaction/test-redactor.ts';
import { removeFolder } from '../support/remove-folder.ts';

const sha256 = (content: string | Uint8Array): Uint8Array => createHash('sha256').update(content).digest();
const roots: string[] = [];

function makeStore(): { readonly root: string; readonly transcripts: Transcripts } {
  const root = mkdtempSync(join(tmpdir(), 'loom-beside-'));
  roots.push(root);
  const folders = { transcriptsDir: join(root, 'transcripts'), blobsDir: join(root, 'blobs') };
  return { root, transcripts: openTranscripts({ ...folders, redactor: testRedactor(), sha256 }) };
}

function draftOf(transcripts: Transcripts) {
  const draft = transcripts.draft({ session: HEATHER, agent: 'claude-code', base: null });
  draft.add({ bytes: Buffer.from('{"say":"a"}'), sourceLine: 1, at: null });
  return draft;
}

afterEach(() => {
  for (const root of roots.splice(0)) removeFolder(root);
});

describe('drafts that are written beside other work', () => {
  it('can be read by their owner only, whatever rights are taken or given by default', async () => {
    for (const umask of [0, 0o777]) {
      const { root, transcripts } = makeStore();
      mkdirSync(join(root, 'transcripts'));
      const before = process.umask(umask);
      try {
        const draft = draftOf(transcripts);
        await transcripts.sealAll([draft]);
        await transcripts.publishAll([draft]);
      } finally {
        process.umask(before);
      }
      const folder = join(root, 'transcripts', '7k');
      expect(lstatSync(folder).mode & 0o777).toBe(0o700);
      expect(lstatSync(join(folder, `${HEATHER}.jsonl`)).mode & 0o777).toBe(0o600);
    }
  });

  it('never go into a linked folder', async () => {
    const { root, transcripts } = makeStore();
    const elsewhere = join(root, 'elsewhere');
    for (const folder of [elsewhere, join(root, 'transcripts')]) mkdirSync(folder);
    symlinkSync(elsewhere, join(root, 'transcripts', '7k'));
    await expect(transcripts.sealAll([draftOf(transcripts)])).rejects.toMatchObject({ kind: 'unsafe' });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('fail as storage that names the path, when they cannot be written', async () => {
    const { root, transcripts } = makeStore();
    writeFileSync(join(root, 'transcripts'), 'in the way');
    const draft = draftOf(transcripts);
    await expect(transcripts.sealAll([draft])).rejects.toMatchObject({
      kind: 'storage',
      code: 'transcript-storage-failed',
      message: expect.stringContaining(join(root, 'transcripts')),
    });
  });

  it('leave nothing behind when they are given up while they are written', async () => {
    const { root, transcripts } = makeStore();
    const draft = draftOf(transcripts);
    const sealed = transcripts.sealAll([draft]).catch(() => undefined);
    draft.discard();
    await sealed;
    expect(readdirSync(join(root, 'transcripts', '7k'))).toEqual([]);
  });

  it('go on while others work, when they are let', async () => {
    const { transcripts } = makeStore();
    const draft = draftOf(transcripts);
    let isSealed = false;
    const sealed = transcripts.sealAll([draft]).then(() => {
      isSealed = true;
    });
    for (let turns = 0; turns < 10_000 && !isSealed; turns += 1) await transcripts.advance();
    expect(isSealed).toBe(true);
    await sealed;
    await transcripts.publishAll([draft]);
  });
});
