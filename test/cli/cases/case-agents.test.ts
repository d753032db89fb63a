/** Sessions of many agents: found where they lie, told apart by content, read without touching anything. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COPILOT_ID, copilotEvent } from '../../importers/copilot-cli/samples.ts';
import { GEMINI_SAMPLES } from '../../importers/gemini/samples.ts';
import { GOOSE_SAMPLES, writeGooseDatabase } from '../../importers/goose/samples.ts';
import { OPENCODE_ID, OPENCODE_SAMPLES, writeOpencodeDatabase } from '../../importers/opencode/samples.ts';
import { answer, type ImportReport, listAll, parsed, refused, show, told } from '../support/case-answers.ts';
import { fingerprint } from '../support/case-files.ts';
import { loom, openSandbox, type Sandbox } from '../support/case-sandbox.ts';
import { claudeRecords, nativeId, writeRecords } from '../support/claude-fixture.ts';

function folderIn(box: Sandbox, ...names: readonly string[]): string {
  const folder = join(box.root, ...names);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The sessions of four agents, each in its usual place. */
function furnish(box: Sandbox): void {
  const [gemini] = GEMINI_SAMPLES;
  gemini?.write(folderIn(box, 'home', '.gemini'));
  writeGooseDatabase(folderIn(box, 'home', '.local', 'share', 'goose', 'sessions')).open.close();
  writeOpencodeDatabase(folderIn(box, 'home', '.local', 'share', 'opencode')).open.close();
  const plan = { sessionId: nativeId(1), cwd: '/srv/harbour', pairs: 2 };
  const projects = folderIn(box, 'home', '.claude', 'projects', 'harbour');
  writeRecords(join(projects, `${plan.sessionId}.jsonl`), claudeRecords(plan));
}

test('import without words finds every agent, and changes nothing in their folders', () => {
  const box = openSandbox();
  furnish(box);
  const before = fingerprint(box.home);
  const report = answer<ImportReport>(box, ['import', '--json']);
  expect(report.sessions).toMatchObject({ added: 5, skipped: 0, failed: 0 });
  expect(new Set(listAll(box).map(({ agent }) => agent))).toEqual(
    new Set(['claude-code', 'gemini', 'goose', 'opencode']),
  );
  expect(answer<ImportReport>(box, ['import', '--json']).sessions).toMatchObject({ added: 0, unchanged: 5 });
  told(loom(box, ['status']));
  told(loom(box, ['doctor']));
  expect(fingerprint(box.home)).toEqual(before);
});

test('a path alone is imported as what it is, also from a folder of all kinds', () => {
  const box = openSandbox();
  const mixed = folderIn(box, 'mixed');
  for (const [index, sample] of [...GEMINI_SAMPLES, ...GOOSE_SAMPLES, ...OPENCODE_SAMPLES].entries())
    sample.write(folderIn(box, 'mixed', `sample-${index}`));
  writeFileSync(join(mixed, 'notes.jsonl'), '{"shopping":"bread"}\n');
  const report = answer<ImportReport & { readonly problems: unknown }>(box, ['import', mixed, '--json']);
  expect(report.problems).toMatchObject([{ path: join(mixed, 'notes.jsonl'), code: 'not-a-session' }]);
  expect(new Set(listAll(box).map(({ agent }) => agent))).toEqual(new Set(['gemini', 'goose', 'opencode']));
});

test('a file of another agent than the one that is named is refused by name', () => {
  const box = openSandbox();
  const path = GEMINI_SAMPLES[0]?.write(folderIn(box, 'one')) ?? '';
  const error = refused(loom(box, ['import', 'claude', path, '--json']), 2);
  expect(error.message).toContain('is a session of gemini, not of claude-code');
  const database = writeGooseDatabase(folderIn(box, 'two'));
  database.open.close();
  refused(loom(box, ['import', 'opencode', database.path, '--json']), 2);
  refused(loom(box, ['import', 'gemini', database.path, '--json']), 2);
  expect(listAll(box)).toEqual([]);
});

test('a database of no agent, and a file of nothing known, are no sessions', () => {
  const box = openSandbox();
  const path = join(box.root, 'recipes.txt');
  writeFileSync(path, 'Two eggs, flour.\n');
  expect(refused(loom(box, ['import', path, '--json']), 2).code).toBe('not-a-session');
});

test('a database in a folder that cannot be written is read, the rows of its log too, and nothing appears beside it', () => {
  const box = openSandbox();
  const folder = folderIn(box, 'locked');
  const { path, open } = writeOpencodeDatabase(folder, true);
  chmodSync(folder, 0o555);
  const before = fingerprint(folder);
  expect(answer<ImportReport>(box, ['import', 'opencode', path, '--json']).sessions).toMatchObject({ added: 1 });
  expect(fingerprint(folder)).toEqual(before);
  chmodSync(folder, 0o755);
  open.close();
});

test('what is listed of a database can be shown and exported by its id', () => {
  const box = openSandbox();
  const { path, open } = writeGooseDatabase(folderIn(box, 'geese'));
  open.close();
  answer<ImportReport>(box, ['import', path, '--json']);
  for (const { id } of listAll(box)) {
    expect(loom(box, ['sessions', 'export', id, '--format', 'md']).stdout).toContain('Count the eggs');
  }
});

test('a session in one database is the same in an export of it', () => {
  const box = openSandbox();
  const { path, open } = writeOpencodeDatabase(folderIn(box, 'store'));
  open.close();
  parsed(loom(box, ['import', path, '--json']));
  const document = OPENCODE_SAMPLES.find(({ format }) => format === 'export')?.write(folderIn(box, 'export')) ?? '';
  parsed(loom(box, ['import', document, '--json']));
  expect(listAll(box).map((row) => row.nativeId)).toEqual([OPENCODE_ID]);
  expect(show(box, OPENCODE_ID).counts['prompts']).toBe(1);
});

test('a file that is kept as one agent’s is none of another’s, and says so', () => {
  const box = openSandbox();
  const path = join(box.root, `${nativeId(1)}.jsonl`);
  writeRecords(path, claudeRecords({ sessionId: nativeId(1), cwd: '/srv/harbour', pairs: 2 }));
  answer<ImportReport>(box, ['import', 'claude', path, '--json']);
  const error = refused(loom(box, ['import', 'codex', path, '--json']), 2);
  expect(error.message).toContain('is a session of claude-code, not of codex');
  expect(answer<ImportReport>(box, ['import', 'claude', path, '--json']).sessions).toMatchObject({ unchanged: 1 });
});

test('a folder is read as its files are when they are named, whatever they are called', () => {
  const box = openSandbox();
  const folder = folderIn(box, 'copied');
  const events = [
    copilotEvent(0, 'session.start', { sessionId: COPILOT_ID, version: 1, producer: 'copilot-agent' }),
    copilotEvent(1, 'user.message', { content: 'Why does the loaf burn?' }),
  ];
  writeRecords(join(folder, 'kept-by-hand.jsonl'), events);
  const plan = { sessionId: nativeId(1), cwd: '/srv/harbour', pairs: 2 };
  writeRecords(join(folder, 'another.jsonl'), claudeRecords(plan));
  writeRecords(join(folder, 'settings.jsonl'), [{ name: 'lamp', private: true }]);
  const report = answer<ImportReport>(box, ['import', folder, '--json']);
  expect(report.sessions).toMatchObject({ added: 2, skipped: 1, failed: 0 });
  expect(listAll(box).map(({ agent }) => agent)).toEqual(expect.arrayContaining(['claude-code', 'copilot-cli']));
  expect(answer<ImportReport>(box, ['import', folder, '--json']).sessions).toMatchObject({ added: 0, unchanged: 2 });
});
