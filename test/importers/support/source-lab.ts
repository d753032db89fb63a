import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findSources } from '../../../src/app/find-sources.ts';
import type { ImportReport } from '../../../src/app/import-report.ts';
import { importSessions } from '../../../src/app/import-sessions.ts';
import type { Importer } from '../../../src/app/ports/importer.ts';
import type { KeptDamage, KeptRecord } from '../../../src/app/ports/transcripts.ts';
import type { Conversation } from '../../../src/domain/conversation.ts';
import type { DerivedEvent } from '../../../src/domain/derived-event.ts';
import type { SessionView } from '../../../src/domain/session-view.ts';
import type { SessionId } from '../../../src/kernel/ids.ts';
import { eventsOf, openApp, secondProcess, type TestApp } from '../../app/app-fixture.ts';

/** A store in memory that reads the files of one agent. */
export interface SourceLab {
  readonly app: TestApp;
  readonly importer: Importer;
}

/** Opens a store of its own for an importer. */
export function openLab(importer: Importer): SourceLab {
  const app = openApp();
  return { importer, app: secondProcess({ ...app, importers: [importer], importerFor: () => importer }) };
}

/** Writes a file below the agent's folder and gives its path. */
export function writeFile(lab: SourceLab, name: string, content: string | Buffer): string {
  const path = join(lab.app.folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** Imports one path, and catches the read model up. */
export async function importPath({ app, importer }: SourceLab, path: string): Promise<ImportReport> {
  const { files } = findSources(app, importer, { paths: [path] });
  const report = await importSessions(app, { importer, files, dryRun: false, revive: false });
  app.readModel.catchUp();
  return report;
}

/** Every session of the store. */
export function sessionsOf({ app }: SourceLab): readonly SessionView[] {
  return app.readModel.list({ everything: true, includeSubagents: true });
}

/** The only session of the store. */
export function onlySession(lab: SourceLab): SessionView {
  const sessions = sessionsOf(lab);
  if (sessions.length !== 1 || sessions[0] === undefined) throw new Error(`${sessions.length} sessions`);
  return sessions[0];
}

/** What is kept of a session. */
export function keptOf({ app }: SourceLab, session: SessionId): readonly (KeptRecord | KeptDamage)[] {
  const length = app.readModel.state(session)?.transcript?.keptLength ?? 0;
  return [...app.transcripts.records(session, length)];
}

export function conversationOf(lab: SourceLab, session: SessionId): Conversation {
  return lab.importer.normalize(keptOf(lab, session));
}

export function derivedOf(lab: SourceLab, session: SessionId): readonly DerivedEvent[] {
  return [...lab.importer.eventsOf(keptOf(lab, session))];
}

/** Everything that must not depend on how often a growing source was read. */
export function finalState(lab: SourceLab): unknown {
  const { id, counts, tokens, title, models, startedAt, updatedAt, cwd, mode, effort } = onlySession(lab);
  const records = keptOf(lab, id).flatMap((kept) => ('record' in kept && kept.current ? [kept.record] : []));
  const { messages, activePath, branches, repairs, compactions } = conversationOf(lab, id);
  const events = derivedOf(lab, id);
  const view = { counts, tokens, title, models, startedAt, updatedAt, cwd, mode, effort };
  return { view, records, messages, activePath, branches, repairs, compactions, events };
}

/** Keys of facts that stand more than once, in the journal or among the derived events. */
export function repeatedFacts(lab: SourceLab): readonly string[] {
  const journaled = eventsOf(lab.app).filter(({ type }) => type === 'session.started');
  const derived = sessionsOf(lab).flatMap(({ id }) =>
    derivedOf(lab, id).map(({ type, key }) => `${id} ${type} ${key}`),
  );
  const facts = [...journaled.map(({ stream, type }) => `${stream} ${type}`), ...derived];
  return facts.filter((fact, index) => facts.indexOf(fact) !== index);
}

/** Names, sizes, times and contents of everything in a folder: what an import must leave as it was. */
export function folderState(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name);
    const stats = statSync(path, { bigint: true });
    hash.update(`${name} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}\n`);
    if (stats.isFile()) hash.update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** Places to cut a text of this length, ascending. */
export function cutsOf(length: number, count: number, random: () => number): readonly number[] {
  const cuts = Array.from({ length: count }, () => 1 + Math.floor(random() * (length - 1)));
  return [...cuts.sort((a, b) => a - b), length];
}

const HUGE = ['1e400', '-0', '123456789012345678901234567890', '1.7976931348623157e308'];
const SWAPS = ['null', 'true', '[]', '{}', '""', '0', '[[[]]]', '"\\ud800"', '{"__proto__":{"a":1}}'];

/** A line with one thing wrong with it, or oddly right. */
export function mutate(line: string, random: () => number): string {
  const at = Math.floor(random() * line.length);
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  switch (Math.floor(random() * 6)) {
    case 0:
      return `${line.slice(0, at)}${String.fromCharCode(32 + Math.floor(random() * 95))}${line.slice(at + 1)}`;
    case 1:
      return line.slice(0, at);
    case 2:
      return line.replace(/"[^"\\]*"(?=[,}\]])/g, (text) => (random() < 0.3 ? pick(SWAPS) : text));
    case 3:
      return line.replace(/:\d+/g, () => `:${pick(HUGE)}`);
    case 4:
      return line.replace(/\{"/, `{"deep":${'['.repeat(150)}${']'.repeat(150)},"`);
    default:
      return line + line;
  }
}
