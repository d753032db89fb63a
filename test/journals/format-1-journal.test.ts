import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { emptyProjects, foldProjects } from '../../src/domain/project-fold.ts';
import { openFileJournal } from '../../src/journal/file-journal.ts';
import { storeFolders, type StoreLayout, storeLayout } from '../../src/journal/store-layout.ts';
import { verifyStore } from '../../src/journal/verify.ts';
import { parseSessionId, sessionStream } from '../../src/kernel/ids.ts';
import { formatInstant } from '../../src/kernel/instant.ts';
import type { Sha256 } from '../../src/kernel/sources.ts';
import { makeEventId } from '../../src/kernel/ulid.ts';
import { claudeCodeImporter } from '../../src/importers/claude-code/claude-code-importer.ts';
import { openTranscripts } from '../../src/transcripts/kept-transcripts.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { PATIENCE } from '../support/patience.ts';

const STORE = fileURLToPath(new URL('format-1/', import.meta.url));
const STORE_ID = '5f1d7c52-9e0b-4f0e-8a63-3d7f4f1b2c90';
const PROJECT = 'h037fbpnjt2vjkaj';
const KEPT_BYTES = 2825;
const NOW = Date.UTC(2027, 0, 4, 9, 0, 0);
const sha256: Sha256 = (content) => createHash('sha256').update(content).digest();
const mintEventId = () => makeEventId(NOW, randomBytes(10));

function closeToOthers(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) closeToOthers(join(folder, entry.name));
    else chmodSync(join(folder, entry.name), 0o600);
  }
}

/** A copy of the frozen store with the modes that a store has; version control keeps neither modes nor empty folders. */
function copyStore(): StoreLayout {
  const folder = mkdtempSync(join(tmpdir(), 'loom-format-'));
  onTestFinished(() => removeFolder(folder));
  const layout = storeLayout(join(folder, 'store'));
  cpSync(STORE, layout.home, { recursive: true });
  for (const path of storeFolders(layout)) mkdirSync(path, { recursive: true });
  writeFileSync(layout.keyFile, randomBytes(32));
  closeToOthers(layout.home);
  return layout;
}

function openCopy(layout: StoreLayout) {
  return openFileJournal({ layout, sha256, clock: () => NOW, mintEventId });
}

describe('the file journal over a frozen store of format 1', () => {
  it('reads every commit, and nothing behind the end of a segment', () => {
    const entries = [...openCopy(copyStore()).read()];
    expect(entries.map((entry) => entry.kind).filter((kind) => kind === 'event')).toHaveLength(64);
    expect(entries.filter((entry) => entry.kind === 'damage')).toEqual([]);
  });

  it('finds no damage', async () => {
    const report = await verifyStore({ layout: copyStore(), sha256 });
    expect(report.findings.filter((finding) => finding.severity === 'error')).toEqual([]);
    expect(report).toMatchObject({ errors: 0, segments: 2, events: 65 });
  });

  it('goes on where the last line stands, and leaves the old bytes alone', async () => {
    const layout = copyStore();
    const journal = openCopy(layout);
    const session = parseSessionId('2w85k1s22r9jc09g');
    if (session === undefined) throw new Error('not a session id');
    const before = readFileSync(join(layout.journalDir, '000002.jsonl'));
    const outcome = await journal.commit<never>({
      since: journal.head(),
      wait: PATIENCE,
      decide: () => ({
        kind: 'append',
        drafts: [
          {
            id: mintEventId(),
            stream: sessionStream(session),
            type: 'session.unpinned',
            at: formatInstant(NOW),
            by: { kind: 'person' },
            trust: 'person',
            data: {},
          },
        ],
      }),
    });
    expect(outcome.kind).toBe('appended');
    const after = readFileSync(join(layout.journalDir, '000002.jsonl'));
    expect(after.subarray(0, before.length).equals(before)).toBe(true);
    expect([...openCopy(layout).read()].at(-1)).toMatchObject({ kind: 'event', event: { type: 'session.unpinned' } });
  });

  it('folds to the same project, with its places and what a person linked to it', () => {
    let state = emptyProjects(STORE_ID);
    for (const entry of openCopy(copyStore()).read()) {
      if (entry.kind === 'event') state = foldProjects(state, entry.event, { sha256 }).state;
    }
    const shop = state.projects.find((project) => project.id === PROJECT);
    expect(shop).toMatchObject({ name: 'shop', frozen: true, unconfirmed: false, mergedInto: null });
    const roots = shop?.places.map((place) => place.root);
    expect(roots?.toSorted()).toEqual(['/home/ada/shop', '/home/ada/shop-fix']);
    expect(shop?.links?.map((link) => link.where.cwd)).toEqual(['/home/ada/shop-emails']);
  });

  it('reads the kept transcript up to the length that the journal names', () => {
    const { transcriptsDir, blobsDir } = copyStore();
    const redactor = {
      redact: (text: string) => ({ text, rules: {} }),
      redactUnderKey: (_: string, text: string) => ({ text, rules: {} }),
    };
    const transcripts = openTranscripts({ transcriptsDir, blobsDir, redactor, sha256 });
    const session = parseSessionId('2w85k1s22r9jc09g');
    if (session === undefined) throw new Error('not a session id');
    const records = [...transcripts.records(session, KEPT_BYTES)];
    expect(records).toHaveLength(4);
    expect(records[0]).toMatchObject({ n: 1, generation: 1, subs: [{ pointer: '/message/content', kind: 'redacted' }] });
    const { messages, repairs } = claudeCodeImporter.normalize(records);
    expect(messages.map((message) => message.kind)).toEqual(['prompt', 'answer', 'toolResult', 'answer']);
    expect(repairs).toEqual([]);
  });
});
