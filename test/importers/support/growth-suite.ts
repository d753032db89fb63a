import { describe, expect, it } from 'vitest';
import type { Importer } from '../../../src/app/ports/importer.ts';
import { AS_OF, keepAll, seededRandom } from '../../contract/hostile-records.ts';
import {
  conversationOf,
  cutsOf,
  finalState,
  folderState,
  importPath,
  keptOf,
  mutate,
  onlySession,
  openLab,
  repeatedFacts,
  sessionsOf,
  writeFile,
} from './source-lab.ts';

const FILES = 20;
const LINES = 100;

/** What a suite needs of one format. */
export interface GrowingFormat {
  readonly importer: Importer;
  /** Name of the file below the agent's folder. */
  readonly name: string;
  /** A session that shows most of the format, one record a line. */
  readonly text: string;
  /** Lines that a rewrite of the file leaves out: the turn in the middle. */
  readonly dropped: readonly number[];
  /** A word of the turn that is left out. */
  readonly droppedWord: string;
}

function suite(format: GrowingFormat, seed: number): void {
  const { importer, name, text } = format;

  it('is the same session however often it was read while it grew', async () => {
    const whole = openLab(importer);
    await importPath(whole, writeFile(whole, name, text));
    const random = seededRandom(seed);
    const bytes = Buffer.from(text);
    const grown = openLab(importer);
    for (const cut of cutsOf(bytes.length, 20, random)) {
      await importPath(grown, writeFile(grown, name, bytes.subarray(0, cut)));
    }
    expect(finalState(grown)).toEqual(finalState(whole));
    expect(repeatedFacts(grown)).toEqual([]);
  });

  it('is left as it was, without new neighbours', async () => {
    const lab = openLab(importer);
    const path = writeFile(lab, name, text);
    const before = folderState(lab.app.folder);
    await importPath(lab, path);
    await importPath(lab, path);
    expect(folderState(lab.app.folder)).toBe(before);
  });
}

/** Tests that a source may grow, be rewritten and be damaged, and is only read. */
export function describeGrowth(format: GrowingFormat): void {
  const { importer, name, text } = format;

  describe(`a ${importer.agent} file that grows`, () => suite(format, 7));

  describe(`a ${importer.agent} file that was rewritten`, () => {
    it('is the same session, and the turn that is gone stays reachable', async () => {
      const lab = openLab(importer);
      await importPath(lab, writeFile(lab, name, text));
      const before = onlySession(lab);
      const lines = text.trimEnd().split('\n');
      const kept = lines.filter((_, index) => !format.dropped.includes(index));
      const report = await importPath(lab, writeFile(lab, name, `${kept.join('\n')}\n`));
      expect(report.sessions).toMatchObject({ added: 0, updated: 1, failed: 0 });
      const after = onlySession(lab);
      expect(after.id).toBe(before.id);
      expect(after.counts).toEqual(before.counts);
      const { messages, activePath, branches } = conversationOf(lab, after.id);
      const gone = messages.filter(({ content }) => JSON.stringify(content).includes(format.droppedWord));
      expect(gone.length).toBeGreaterThan(0);
      expect(gone.some(({ id }) => activePath.includes(id))).toBe(false);
      expect(branches.length).toBeGreaterThan(1);
      expect(repeatedFacts(lab)).toEqual([]);
    });

    it('says nothing new when it was only saved again', async () => {
      const lab = openLab(importer);
      await importPath(lab, writeFile(lab, name, text));
      const state = finalState(lab);
      const report = await importPath(lab, writeFile(lab, name, text));
      expect(report.sessions).toMatchObject({ added: 0, updated: 0, unchanged: 1 });
      expect(finalState(lab)).toEqual(state);
    });
  });

  describe(`damaged lines of a ${importer.agent} file`, () => {
    it(`are counted, ${FILES * LINES} of them, and stop nothing`, async () => {
      const random = seededRandom(11);
      const lines = text.trimEnd().split('\n');
      for (let file = 0; file < FILES; file += 1) {
        const damaged = Array.from({ length: LINES }, (_, i) => mutate(lines[i % lines.length] ?? '', random));
        const content = [...lines.slice(0, 2), ...damaged].map((line) => `${line.replaceAll('\n', ' ')}\n`).join('');
        const lab = openLab(importer);
        const report = await importPath(lab, writeFile(lab, name, content));
        const { read, kept, malformed, skipped } = report.records;
        expect(kept + malformed + skipped).toBe(read);
        for (const { id, counts } of sessionsOf(lab)) {
          const prompts = conversationOf(lab, id).messages.filter(({ kind }) => kind === 'prompt');
          expect(counts.prompts).toBe(prompts.length);
          expect(repeatedFacts(lab)).toEqual([]);
        }
      }
    });

    it('are read whatever stands where', () => {
      const random = seededRandom(13);
      const records = text
        .trimEnd()
        .split('\n')
        .flatMap((line) => {
          for (let tries = 0; tries < 40; tries += 1) {
            try {
              return [JSON.parse(mutate(line, random)) as unknown];
            } catch {
              // A line that is no JSON never becomes a record.
            }
          }
          return [];
        });
      const kept = keepAll(importer, records);
      expect(() => importer.normalize(kept)).not.toThrow();
      expect(() => importer.summarize(kept, { asOf: AS_OF })).not.toThrow();
      expect(() => [...importer.eventsOf(kept)]).not.toThrow();
    });
  });
}

/** What a store kept of a session, as text: for what must not be in it. */
export function keptText(lab: Parameters<typeof keptOf>[0], session: Parameters<typeof keptOf>[1]): string {
  return JSON.stringify(keptOf(lab, session));
}
