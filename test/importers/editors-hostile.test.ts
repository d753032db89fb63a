import { describe, expect, it } from 'vitest';
import type { Importer } from '../../src/app/ports/importer.ts';
import { cagentImporter } from '../../src/importers/cagent/cagent-importer.ts';
import { copilotCliImporter } from '../../src/importers/copilot-cli/copilot-cli-importer.ts';
import { cursorImporter } from '../../src/importers/cursor/cursor-importer.ts';
import { vscodeImporter } from '../../src/importers/vscode/vscode-importer.ts';
import { zedImporter } from '../../src/importers/zed/zed-importer.ts';
import { loadSqlite } from '../../src/sqlite/load-sqlite.ts';
import { AS_OF, keepAll, mutateJson, seededRandom } from '../contract/hostile-records.ts';
import type { ImporterSample } from '../contract/importer-sample.ts';
import { CAGENT_SAMPLES } from './cagent/samples.ts';
import { COPILOT_SAMPLES } from './copilot-cli/samples.ts';
import { CURSOR_SAMPLES } from './cursor/samples.ts';
import { importPath, keptOf, mutate, openLab, sessionsOf, writeFile } from './support/source-lab.ts';
import { OPERATIONS, VSCODE_SAMPLES } from './vscode/samples.ts';
import { ZED_SAMPLES } from './zed/samples.ts';

const MUTATIONS = 2000;
const CELL_ROUNDS = 60;

async function recordsOf(importer: Importer, sample: ImporterSample): Promise<readonly unknown[]> {
  const lab = openLab(importer);
  await importPath(lab, sample.write(lab.app.folder));
  return sessionsOf(lab).flatMap(({ id }) =>
    keptOf(lab, id).flatMap((kept) => ('record' in kept ? [kept.record] : [])),
  );
}

function checkRecords(importer: Importer, records: readonly unknown[]): void {
  const kept = keepAll(importer, records);
  const gatherer = importer.identify();
  for (const record of records) gatherer.add(record);
  gatherer.finish('/home/ada/invented.db');
  const { counts } = importer.summarize(kept, { asOf: AS_OF });
  const { messages } = importer.normalize(kept);
  expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
  expect(counts.prompts).toBe(messages.filter(({ kind }) => kind === 'prompt').length);
  for (const { key } of importer.eventsOf(kept)) expect(typeof key).toBe('string');
}

const AGENTS: readonly (readonly [Importer, readonly ImporterSample[]])[] = [
  [copilotCliImporter, COPILOT_SAMPLES],
  [vscodeImporter, VSCODE_SAMPLES],
  [cursorImporter, CURSOR_SAMPLES],
  [zedImporter, ZED_SAMPLES],
  [cagentImporter, CAGENT_SAMPLES],
];

describe.each(AGENTS.map(([importer, samples]) => [importer.agent, importer, samples] as const))(
  'records of %s',
  (_, importer, samples) => {
    it(`may be anything: ${MUTATIONS} of them changed`, async () => {
      const random = seededRandom(importer.agent.length + 3);
      const records = (await Promise.all(samples.map((sample) => recordsOf(importer, sample)))).flat();
      for (let done = 0; done < MUTATIONS; done += records.length)
        checkRecords(
          importer,
          records.map((record) => mutateJson(record, random)),
        );
    });
  },
);

interface Cell {
  readonly table: string;
  readonly column: string;
  readonly row: number;
  readonly value: unknown;
}

/** Cells of text or bytes in a database. */
function cellsOf(path: string): readonly Cell[] {
  const db = new (loadSqlite().DatabaseSync)(path);
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[];
  const cells = tables.flatMap(({ name: table }) =>
    (db.prepare(`SELECT rowid AS _row, * FROM "${table}"`).all() as Record<string, unknown>[]).flatMap(
      ({ _row: row, ...columns }) =>
        Object.entries(columns)
          .filter(([, value]) => typeof value === 'string' || value instanceof Uint8Array)
          .map(([column, value]) => ({ table, column, row: Number(row), value })),
    ),
  );
  db.close();
  return cells;
}

/** Changes one cell: its text, its bytes, or its type. */
function changeCell(path: string, { table, column, row, value }: Cell, random: () => number): void {
  const text = typeof value === 'string' ? value : Buffer.from(value as Uint8Array).toString('latin1');
  const changed = mutate(text, random);
  const values = [changed, Buffer.from(changed, 'latin1'), null, 7, '', '[null]', '{"a":', 'null'];
  const db = new (loadSqlite().DatabaseSync)(path);
  const next = values[Math.floor(random() * (random() < 0.6 ? 2 : values.length))] ?? null;
  try {
    db.prepare(`UPDATE "${table}" SET "${column}" = ? WHERE rowid = ?`).run(next, row);
  } finally {
    db.close();
  }
}

const DATABASES = [
  [cursorImporter, CURSOR_SAMPLES[0]],
  [cursorImporter, CURSOR_SAMPLES[1]],
  [cursorImporter, CURSOR_SAMPLES[2]],
  [zedImporter, ZED_SAMPLES[0]],
  [zedImporter, ZED_SAMPLES[1]],
  [cagentImporter, CAGENT_SAMPLES[0]],
  [cagentImporter, CAGENT_SAMPLES[1]],
] as const;

describe.each(DATABASES.map(([importer, sample]) => [importer.agent, sample?.format, importer, sample] as const))(
  'cells of %s (%s)',
  (_agent, _format, importer, sample) => {
    it('may be anything, and every record is accounted for', async () => {
      const random = seededRandom(5);
      for (let round = 0; round < CELL_ROUNDS; round += 1) {
        const lab = openLab(importer);
        const path = sample?.write(lab.app.folder) ?? '';
        const cells = cellsOf(path);
        changeCell(path, cells[Math.floor(random() * cells.length)] as Cell, random);
        const { records, sessions } = await importPath(lab, path);
        expect(records.read).toBe(records.kept + records.malformed + records.skipped);
        expect(sessions.added).toBe(sessionsOf(lab).length);
      }
    });
  },
);

describe('lines of a chat that is kept as changes', () => {
  it(`may be anything: ${MUTATIONS} of them damaged`, async () => {
    const random = seededRandom(17);
    const lines = OPERATIONS.map((one) => JSON.stringify(one));
    for (let done = 0; done < MUTATIONS; done += 100) {
      const lab = openLab(vscodeImporter);
      const damaged = Array.from({ length: 100 }, (_, index) => mutate(lines[index % lines.length] ?? '', random));
      const text = [...lines, ...damaged].map((line) => `${line.replaceAll('\n', ' ')}\n`).join('');
      const { records } = await importPath(lab, writeFile(lab, 'chat.jsonl', text));
      expect(records.read).toBe(records.kept + records.malformed + records.skipped);
    }
  });
});
