import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SessionId } from '../../src/kernel/ids.ts';
import { createTranscriptMasking } from '../../src/transcripts/mask-transcript.ts';
import { draw } from '../redaction/secret-samples.ts';
import { testRedactor } from '../redaction/test-redactor.ts';
import { removeFolder } from '../support/remove-folder.ts';

const SESSION = '7k3m9q2x4v8t1c5b' as SessionId;
const sha256 = (content: string | Uint8Array): Uint8Array => createHash('sha256').update(content).digest();
const nameOf = (content: string): string => Buffer.from(sha256(content)).toString('hex');

/** A store's folders with one transcript of one line, and one blob that the line names. */
function makeStore(blob: string) {
  const root = mkdtempSync(join(tmpdir(), 'loom-mask-'));
  onTestFinished(() => removeFolder(root));
  const [transcriptsDir, blobsDir] = [join(root, 'transcripts'), join(root, 'blobs')];
  const blobs = join(blobsDir, SESSION);
  for (const folder of [join(transcriptsDir, '7k'), blobs]) mkdirSync(folder, { recursive: true });
  const path = join(transcriptsDir, '7k', `${SESSION}.jsonl`);
  writeFileSync(join(blobs, nameOf(blob)), blob);
  const line = `{"v":1,"n":1,"subs":[],"record":{"text":"moor [blob:${nameOf(blob)}]"}}\n`;
  writeFileSync(path, line);
  const masking = createTranscriptMasking({ transcriptsDir, blobsDir, redactor: testRedactor().inPlace, sha256 });
  const mask = () => masking.transcript({ session: SESSION, keptLength: line.length, apply: true });
  return { line, masking, mask, names: () => readdirSync(blobs), text: () => readFileSync(path, 'utf8') };
}

describe('masking of a kept transcript', () => {
  it('leaves blobs under their old names, so that a run after a killed one renames them again', () => {
    const blob = `${'moor '.repeat(20)} password=${draw(12)}7`;
    const { line, mask, masking, names, text } = makeStore(blob);
    const first = mask();
    const [[old, fresh] = []] = first.renamed;
    expect([old, first.records, first.blobs]).toEqual([nameOf(blob), 1, 1]);
    expect(names().sort()).toEqual([old, fresh].sort());
    expect(text()).toBe(line.replace(nameOf(blob), fresh ?? ''));
    expect(mask()).toMatchObject({ records: 0, blobs: 1, renamed: first.renamed });
    masking.dropBlobs(SESSION, [...first.renamed.keys()]);
    expect(names()).toEqual([fresh]);
    expect(mask()).toMatchObject({ records: 0, blobs: 0, rules: {} });
  });
});
