import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cagentImporter } from '../../../src/importers/cagent/cagent-importer.ts';
import { readAll } from '../support/keep.ts';
import { importPath, onlySession, openLab, sessionsOf } from '../support/source-lab.ts';
import { CAGENT_ID, cagentMessage, insertItems, SAID, sessionRow, writeCagent } from './samples.ts';

const row = (message: unknown, more: Readonly<Record<string, unknown>> = {}) => ({
  id: 1,
  session_id: CAGENT_ID,
  item_type: 'message',
  agent_name: 'root',
  message_json: message,
  implicit: 0,
  ...more,
});

describe('a cagent conversation', () => {
  it('takes what the agent put in the person´s place for no prompt', () => {
    const implicit = row(cagentMessage(0, 'user', 'Please proceed.'), { implicit: 1 });
    expect(readAll(cagentImporter, [implicit]).summary.counts.prompts).toBe(0);
  });

  it('sums the tokens of its answers; a session whose answers have none has those of its row', () => {
    const tokens = readAll(
      cagentImporter,
      SAID.map((one) => row(one)),
    ).summary.tokens;
    expect(tokens).toEqual({ input: 20, output: 10, cacheRead: 4, cacheWrite: 2, inputIncludesCache: false });
    const session = { id: CAGENT_ID, created_at: '2026-03-01', input_tokens: 12, output_tokens: 5 };
    const bare = readAll(cagentImporter, [row(cagentMessage(0, 'assistant', 'Hm.')), session]).summary.tokens;
    expect(bare).toMatchObject({ input: 12, output: 5 });
  });

  it('tells failed results, thoughts, summaries and sessions that it sent out', () => {
    const { conversation, summary } = readAll(cagentImporter, [
      row(cagentMessage(0, 'user', 'Bake')),
      row(
        cagentMessage(1, 'assistant', '', {
          reasoning_content: 'Dough first.',
          tool_calls: [{ id: 'c', function: {} }],
        }),
      ),
      row(cagentMessage(2, 'tool', 'no oven', { tool_call_id: 'c', is_error: true })),
      { id: 4, session_id: CAGENT_ID, item_type: 'subsession', subsession_id: 'child' },
      { id: 5, session_id: CAGENT_ID, item_type: 'summary', summary_text: 'No oven.' },
    ]);
    expect(summary.counts).toMatchObject({ toolErrors: 1, compactions: 1 });
    expect(conversation.messages.map(({ kind }) => kind)).toEqual([
      'prompt',
      'answer',
      'toolResult',
      'notice',
      'summary',
    ]);
    expect(conversation.messages[1]?.content[0]).toEqual({ type: 'thinking', text: 'Dough first.' });
  });
});

describe('a cagent database', () => {
  it('gives its newest rows, and leaves out a session that nothing was asked in', async () => {
    const lab = openLab(cagentImporter);
    const open = writeCagent(join(lab.app.folder, 'session.db'), true);
    const report = await importPath(lab, lab.app.folder);
    expect(report.sessions).toMatchObject({ added: 1, skipped: 0 });
    expect(onlySession(lab)).toMatchObject({ title: 'Burnt loaf', cwd: '/home/ada/bakery', mode: 'tools-approved' });
    open.close();
  });

  it('adds what only its backup still holds, and never goes back to an older state', async () => {
    const lab = openLab(cagentImporter);
    const path = join(lab.app.folder, 'session.db');
    const open = writeCagent(path);
    open.run('INSERT INTO sessions VALUES (?,?,?,?,?,?,?,?,?)', ...sessionRow('gone'));
    insertItems(open.run, 'gone', [cagentMessage(9, 'user', 'Old bread')]);
    copyFileSync(path, `${path}.bak.1`);
    open.run("DELETE FROM session_items WHERE session_id = 'gone'");
    open.run("UPDATE sessions SET title = 'Loaf, no longer burnt'");
    open.close();
    expect((await importPath(lab, lab.app.folder)).sessions).toMatchObject({ added: 2 });
    expect((await importPath(lab, lab.app.folder)).sessions).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
    const titles = sessionsOf(lab).map(({ nativeId, title }) => [nativeId, title]);
    expect(titles).toContainEqual([CAGENT_ID, 'Loaf, no longer burnt']);
  });

  it('knows a copied session for one that goes on from another, and a session that was sent out for a child', async () => {
    const lab = openLab(cagentImporter);
    const path = join(lab.app.folder, 'session.db');
    const open = writeCagent(path);
    const branch = ['branch', '[]', '2026-03-01T10:00:00Z', 0, 0, 0, 'Burnt loaf (branch)', '/home/ada/bakery', null];
    open.run('INSERT INTO sessions VALUES (?,?,?,?,?,?,?,?,?)', ...branch);
    insertItems(open.run, 'branch', [...SAID.slice(0, 3), cagentMessage(90, 'user', 'And the crust?')]);
    open.run('INSERT INTO sessions VALUES (?,?,?,?,?,?,?,?,?)', ...sessionRow('child', '[]', CAGENT_ID));
    insertItems(open.run, 'child', [cagentMessage(30, 'user', 'Weigh the flour')]);
    open.close();
    await importPath(lab, path);
    const byId = new Map(sessionsOf(lab).map((session) => [session.nativeId, session]));
    expect(byId.get('branch')?.parent).toMatchObject({ kind: 'continuation' });
    expect(byId.get('branch')?.counts).toMatchObject({ prompts: 2, inherited: 1 });
    expect(byId.get('child')?.parent).toMatchObject({ kind: 'subagent' });
  });
});
