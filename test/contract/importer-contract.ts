import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectSources } from '../../src/app/detect-agent.ts';
import { findSources } from '../../src/app/find-sources.ts';
import type { ImportReport } from '../../src/app/import-report.ts';
import { importSessions } from '../../src/app/import-sessions.ts';
import type { Importer } from '../../src/app/ports/importer.ts';
import type { Conversation } from '../../src/domain/conversation.ts';
import { deriveSessionId } from '../../src/events/session-id.ts';
import { openApp, sha256, type TestApp } from '../app/app-fixture.ts';
import { keepGenerations } from '../importers/support/keep.ts';
import { AS_OF, damageFile, keepAll, mutateJson, seededRandom } from './hostile-records.ts';
import type { ImporterSample } from './importer-sample.ts';

interface Contract {
  readonly importer: Importer;
  /** All importers, to tell apart whose a file is. */
  readonly importers: readonly Importer[];
  readonly samples: readonly ImporterSample[];
  /** Sessions of every other agent. */
  readonly foreign: readonly ImporterSample[];
}

async function importFrom(app: TestApp, importer: Importer, path: string): Promise<ImportReport> {
  const { files } = findSources(app, importer, { paths: [path] });
  const report = await importSessions(app, { importer, files, dryRun: false, revive: false });
  app.readModel.catchUp();
  return report;
}

/** Every file below a folder with its digest and times, and the folder's own names. */
function snapshotOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const stats = lstatSync(path);
      const digest = stats.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'folder';
      return `${name} ${stats.size} ${stats.mtimeMs} ${digest}`;
    });
}

function conversationOf(app: TestApp, importer: Importer, nativeId: string): Conversation {
  const id = deriveSessionId(importer.agent, nativeId, sha256);
  const length = app.readModel.state(id)?.transcript?.keptLength ?? 0;
  return importer.normalize(app.transcripts.records(id, length));
}

function wordsOf(conversation: Conversation): readonly string[] {
  return conversation.messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'text' ? [block.text] : [])),
  );
}

function summaryOf(app: TestApp, importer: Importer, nativeId: string) {
  return app.readModel.summary(deriveSessionId(importer.agent, nativeId, sha256));
}

function newFolder(app: TestApp, name: string): string {
  const folder = join(app.folder, name);
  if (!existsSync(folder)) mkdirSync(folder);
  return folder;
}

/** What stays the same whatever way a session came in. */
function essenceOf(app: TestApp, importer: Importer, nativeId: string) {
  const conversation = conversationOf(app, importer, nativeId);
  const { counts, tokens, models, cwds, title } = summaryOf(app, importer, nativeId) ?? {};
  const path = new Set(conversation.activePath);
  const said = conversation.messages.filter(({ id }) => path.has(id)).map(({ kind, content }) => ({ kind, content }));
  return { counts, tokens, models, cwds, title, said };
}

type Change = (path: string) => void;

function describeGrowth({ importer, importers }: Contract, sample: ImporterSample, grow: Change): void {
  const { nativeId } = sample;
  const open = () => openApp({ importers });
  it('grows to what one import of the whole gives', async () => {
    const app = open();
    const path = sample.write(newFolder(app, 'source'));
    await importFrom(app, importer, path);
    grow(path);
    const report = await importFrom(app, importer, path);
    expect(report.sessions).toMatchObject({ added: 0, updated: 1 });
    const once = open();
    const whole = sample.write(newFolder(once, 'source'));
    grow(whole);
    await importFrom(once, importer, whole);
    expect(essenceOf(app, importer, nativeId)).toEqual(essenceOf(once, importer, nativeId));
    expect(conversationOf(app, importer, nativeId).messages).toHaveLength(
      conversationOf(once, importer, nativeId).messages.length,
    );
  });
}

function describeRewrite({ importer, importers }: Contract, sample: ImporterSample, rewrite: Change): void {
  const { nativeId, counts } = sample;
  const open = () => openApp({ importers });
  it('stays one session when it is rewritten, its old turns reachable', async () => {
    const app = open();
    const path = sample.write(newFolder(app, 'source'));
    await importFrom(app, importer, path);
    rewrite(path);
    const report = await importFrom(app, importer, path);
    expect(report.sessions).toMatchObject({ added: 0, updated: 1 });
    const conversation = conversationOf(app, importer, nativeId);
    const words = wordsOf(conversation);
    expect(words).toContain(sample.firstWords);
    expect(words.filter((text) => text === sample.firstWords)).toHaveLength(1);
    expect(summaryOf(app, importer, nativeId)?.counts.prompts).toBe(counts.prompts + 1);
    expect((await importFrom(app, importer, path)).sessions).toMatchObject({ updated: 0, unchanged: 1 });
  });
}

function describeSample(contract: Contract, sample: ImporterSample): void {
  const { importer, importers, foreign } = contract;
  const open = () => openApp({ importers });
  const { nativeId, counts } = sample;

  it('is recognised among all agents', () => {
    const app = open();
    const path = sample.write(newFolder(app, 'source'));
    const { agents, others } = detectSources(app, { paths: [path] });
    expect(agents.map((found) => found.importer.agent)).toEqual([importer.agent]);
    expect(others).toEqual([]);
  });

  it('becomes one session with its turns counted, and the same conversation', async () => {
    const app = open();
    const report = await importFrom(app, importer, sample.write(newFolder(app, 'source')));
    expect(report.problems).toEqual([]);
    expect(report.sessions).toMatchObject({ added: 1, failed: 0 });
    expect(report.records).toMatchObject({ malformed: 0, unknown: 0 });
    expect(summaryOf(app, importer, nativeId)?.counts).toMatchObject(counts);
    const conversation = conversationOf(app, importer, nativeId);
    const kinds = conversation.messages.filter(({ sidechain }) => sidechain !== true).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'prompt')).toHaveLength(counts.prompts);
    expect(kinds.filter((kind) => kind === 'answer')).toHaveLength(counts.answers);
    expect(wordsOf(conversation)).toContain(sample.firstWords);
    expect(new Set(conversation.messages.map(({ id }) => id)).size).toBe(conversation.messages.length);
  });

  it('is unchanged the second time, also when its file was only touched', async () => {
    const app = open();
    const path = sample.write(newFolder(app, 'source'));
    await importFrom(app, importer, path);
    const again = await importFrom(app, importer, path);
    expect(again.sessions).toMatchObject({ added: 0, updated: 0, unchanged: 1 });
    const copy = await importFrom(app, importer, sample.write(newFolder(app, 'copy')));
    expect(copy.sessions).toMatchObject({ added: 0, unchanged: 1 });
  });

  it('leaves its files and their folder as they were', async () => {
    const app = open();
    const folder = newFolder(app, 'source');
    const path = sample.write(folder);
    const before = snapshotOf(folder);
    await importFrom(app, importer, path);
    detectSources(app, { paths: [path] });
    expect(snapshotOf(folder)).toEqual(before);
  });

  if (sample.grow !== undefined) describeGrowth(contract, sample, sample.grow);
  if (sample.rewrite !== undefined) describeRewrite(contract, sample, sample.rewrite);
  it.each(foreign.map((other) => [`${other.agent} (${other.format})`, other] as const))(
    'is not %s',
    async (_, other) => {
      const app = open();
      const stranger = importers.find(({ agent }) => agent === other.agent) as Importer;
      const report = await importFrom(app, stranger, sample.write(newFolder(app, 'source')));
      expect(report.sessions).toMatchObject({ added: 0, failed: 0 });
      expect(report.problems.every(({ code }) => code === 'not-a-session')).toBe(true);
    },
  );
}

function readRecords(app: TestApp, importer: Importer, path: string): readonly unknown[] {
  return findSources(app, importer, { paths: [path] }).files.flatMap((file) => {
    if ('code' in file) return [];
    const source = importer.open?.(file, app.sources) ?? app.sources.open(file);
    if ('code' in source) return [];
    const records = [...source.lines({ offset: 0, line: 0 })].flatMap((line) =>
      line.kind === 'record' ? [line.value] : [],
    );
    source.close();
    return records;
  });
}

function describeHostile({ importer, importers, samples }: Contract): void {
  it('survives records whose values are of any type, and its counts are those of its conversation', () => {
    const app = openApp({ importers });
    const records = samples.flatMap((sample, index) =>
      readRecords(app, importer, sample.write(newFolder(app, `sample-${index}`))),
    );
    const random = seededRandom(importer.agent.length);
    for (let round = 0; round < 150; round += 1) {
      const mutated = records.map((record) => (random() < 0.5 ? mutateJson(record, random) : record));
      const kept = keepAll(importer, mutated);
      const gatherer = importer.identify();
      for (const record of mutated) gatherer.add(record);
      gatherer.finish('/home/ada/invented.jsonl');
      const { counts, tokens } = importer.summarize(kept, { asOf: AS_OF });
      const { messages } = importer.normalize(kept);
      expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
      expect([...importer.eventsOf(kept)].every(({ type, key }) => type !== '' && typeof key === 'string')).toBe(true);
      const { inputIncludesCache: _, ...figures } = tokens;
      for (const count of [...Object.values(counts), ...Object.values(figures)])
        expect(count === null || (Number.isFinite(count) && count >= 0)).toBe(true);
    }
  });

  it('counts the prompts of its conversation, however often its source was rewritten', () => {
    const app = openApp({ importers });
    const random = seededRandom(importer.agent.length + 1);
    const sources = samples.map((sample, index) =>
      readRecords(app, importer, sample.write(newFolder(app, `rewritten-${index}`))),
    );
    for (let round = 0; round < 40; round += 1) {
      for (const records of sources) {
        const generations = [1, 2, 3].map(() => records.map((record) => mutateJson(record, random)));
        const kept = keepGenerations(importer, ...generations);
        const { counts } = importer.summarize(kept, { asOf: AS_OF });
        expect(countPrompts(importer.normalize(kept))).toBe(counts.prompts);
      }
    }
  });

  it.each(samples.map((sample) => [sample.format, sample] as const))(
    'never breaks on a damaged file (%s), and accounts for every record of it',
    async (_, sample) => {
      const random = seededRandom(sample.format.length);
      for (let round = 0; round < 12; round += 1) {
        const app = openApp({ importers });
        const path = sample.write(newFolder(app, 'source'));
        if (lstatSync(path).isDirectory()) return;
        damageFile(path, random);
        const { records } = await importFrom(app, importer, path);
        expect(records.read).toBe(records.kept + records.malformed + skippedRecords(records));
      }
    },
  );
}

/** Those of subagents and those that still wait are counted elsewhere. */
function countPrompts({ messages }: Conversation): number {
  return messages.filter(
    ({ kind, promptKind, sidechain }) => kind === 'prompt' && promptKind !== 'queued' && sidechain !== true,
  ).length;
}

/** Records of a file that is no session are skipped, not kept. */
function skippedRecords({ kept, skipped }: ImportReport['records']): number {
  return kept === 0 ? skipped : 0;
}

/** Runs what every importer owes to its files and to the store, on invented sessions in each of its formats. */
export function describeImporter(contract: Contract): void {
  describe(`the ${contract.importer.agent} importer`, () => {
    for (const sample of contract.samples) {
      describe(`reading its ${sample.format}`, () => describeSample(contract, sample));
    }
    describeHostile(contract);
  });
}
