import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSources } from '../../src/app/find-sources.ts';
import type { AheadOffer } from '../../src/app/import-sessions.ts';
import type { AheadReader } from '../../src/app/ports/ahead-reader.ts';
import { readAhead } from '../../src/app/read-ahead.ts';
import { claudeCodeImporter } from '../../src/importers/claude-code/claude-code-importer.ts';
import { answer, exchange, type Fields, prompt } from '../importers/support/claude-records.ts';
import { fc } from '../support/properties.ts';
import { eventsOf, linesOf, openApp, runImport, sha256, storeText, type TestApp, writeSource } from './app-fixture.ts';

const SECRET = `ghp_${'a1B2'.repeat(9)}`;

const nativeId = (number: number): string => `5eed0000-0000-4000-8000-0000000000${10 + number}`;

/** A session of its own, or one that begins as an earlier one does. */
function sessionFile(number: number, beginning: readonly Fields[] = []): string {
  const own = [
    prompt(`p${number}`, beginning.at(-1)?.['uuid'] as string | null, `Sow bed ${number} with ${SECRET}`),
    answer(`a${number}`, `p${number}`, number % 3 === 0 ? 'rows of peas '.repeat(6000) : 'Done.'),
  ];
  return linesOf([...beginning, ...own].map((record) => ({ ...record, sessionId: nativeId(number) })));
}

/** Sessions of every kind that an import tells apart. */
function writeGarden(app: TestApp): void {
  for (let number = 0; number < 8; number += 1) writeSource(app, sessionFile(number), `${nativeId(number)}.jsonl`);
  writeSource(app, sessionFile(8, exchange(2)), `${nativeId(8)}.jsonl`);
  writeSource(app, sessionFile(9, exchange(2)), `${nativeId(9)}.jsonl`);
  writeSource(app, sessionFile(1), `copy/${nativeId(1)}.jsonl`);
  writeSource(app, `${sessionFile(11)}{"torn`, `${nativeId(11)}.jsonl`);
  writeSource(app, 'no record\n', 'damaged.jsonl');
  writeSource(app, '{"type":"summary","summary":"beds","leafUuid":"none"}\n', 'no-session.jsonl');
}

/** A session of so many answers of 102 kB, the first of them so many times as long; returns its path. */
function writeLong(app: TestApp, number: number, answers: number, times = 1): string {
  const text = 'The beans by the wall want water. '.repeat(3000);
  const long = Array.from({ length: answers }, (_, at) =>
    answer(`long${at}`, at === 0 ? 'a0' : `long${at - 1}`, at === 0 ? text.repeat(times) : text),
  );
  const records = [...exchange(1), ...long].map((record) => ({ ...record, sessionId: nativeId(number) }));
  return writeSource(app, records, `${nativeId(number)}.jsonl`);
}

/** What a reader in another thread gives: plain data, one source after the other, and some time later. */
function readerOf(app: TestApp, parts: { readonly later: () => number; readonly fails?: (path: string) => boolean }) {
  let before: Promise<unknown> = Promise.resolve();
  const reader: AheadReader = {
    read: (_agent, file) => {
      let isClaimed = false;
      const claim = () => !isClaimed && (isClaimed = true);
      const arrived = before.then(async () => {
        for (let turns = parts.later(); turns > 0; turns -= 1) await reader.pause();
        if (!claim()) return undefined;
        for (let turns = parts.later(); turns > 0; turns -= 1) await reader.pause();
        return parts.fails?.(file.path) === true
          ? undefined
          : structuredClone(readAhead(app, claudeCodeImporter, file));
      });
      before = arrived;
      return { arrived, takeBack: claim };
    },
    pause: () => new Promise((resolve) => setImmediate(resolve)),
    close: async () => undefined,
  };
  return reader;
}

/** Stands for every byte of a store. */
const digestOf = (app: TestApp): string => Buffer.from(sha256(storeText(app))).toString('hex');

const offer = (reader: AheadReader): AheadOffer => ({ open: async () => reader, worthBytes: 0 });

describe('an import whose sources are read before their turn', () => {
  it('keeps, journals and reports the same, whenever what was read arrives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat(6)), fc.nat(3), async (turns, every) => {
        const [alone, beside] = [openApp({ seed: 'garden' }), openApp({ seed: 'garden' })];
        writeGarden(alone);
        const paths = [join(alone.folder, 'projects')];
        const fails = (path: string) => every > 0 && path.length % every === 0;
        const reader = readerOf(beside, { later: () => turns.next().value as number, fails });
        const reports = [await runImport(alone), await runImport(beside, { paths, ahead: offer(reader) })];
        expect(reports[1]).toEqual(reports[0]);
        expect(digestOf(beside)).toBe(digestOf(alone));
        expect(storeText(beside).includes(SECRET)).toBe(false);
      }),
      { numRuns: 12 },
    );
  });

  it('is the same import again afterwards: nothing is new', async () => {
    const app = openApp();
    writeGarden(app);
    await runImport(app, { ahead: offer(readerOf(app, { later: () => 1 })) });
    const events = eventsOf(app).length;
    const asked: string[] = [];
    const watched = readerOf(app, { later: () => 0, fails: (path) => asked.push(path) < 0 });
    const again = await runImport(app, { ahead: offer(watched) });
    expect(again.sessions).toMatchObject({ added: 0, updated: 0 });
    expect(asked.some((path) => path.includes(nativeId(2)))).toBe(false);
    expect(eventsOf(app)).toHaveLength(events);
  });

  it('has never more read than memory has room for', async () => {
    const app = openApp();
    for (let number = 0; number < 16; number += 1) writeLong(app, number, 34);
    let [open, most] = [0, 0];
    const reader = readerOf(app, { later: () => 1 });
    const counting: AheadReader = {
      ...reader,
      read: (agent, file) => {
        open += file.size;
        most = Math.max(most, open);
        const reading = reader.read(agent, file);
        const close = (isBack: boolean) => {
          if (isBack) open -= file.size;
          return isBack;
        };
        reading.arrived.then((ahead) => close(ahead !== undefined));
        return { ...reading, takeBack: () => close(reading.takeBack()) };
      },
    };
    await runImport(app, { ahead: offer(counting) });
    expect(most).toBeLessThan(48.1 * 1024 * 1024);
    expect(app.readModel.list({ everything: true })).toHaveLength(16);
  });

  it('reads a session of many megabytes before its turn, but none with a line of more than one', () => {
    const app = openApp();
    const read = (path: string) => {
      const [file] = findSources(app, claudeCodeImporter, { paths: [path] }).files;
      return file === undefined || 'code' in file ? undefined : readAhead(app, claudeCodeImporter, file);
    };
    expect(read(writeLong(app, 1, 60))?.keys).toHaveLength(62);
    expect(read(writeLong(app, 2, 60, 11))).toBeUndefined();
    expect(read(writeLong(app, 3, 5, 10))?.keys).toHaveLength(7);
    expect(read(writeLong(app, 4, 170))).toBeUndefined();
  });

  it('leaves a large source to its turn', async () => {
    const app = openApp();
    const path = writeLong(app, 1, 170);
    const { files } = findSources(app, claudeCodeImporter, { paths: [join(app.folder, 'projects')] });
    const asked: string[] = [];
    await runImport(app, { ahead: offer(readerOf(app, { later: () => 0, fails: (name) => asked.push(name) > 0 })) });
    expect(files.map((file) => file.path)).toEqual([path]);
    expect(asked).toEqual([]);
    expect(app.readModel.list({ everything: true })).toHaveLength(1);
  });
});
