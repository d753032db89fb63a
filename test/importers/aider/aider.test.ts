import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SourceFile } from '../../../src/app/ports/importer.ts';
import type { OpenSource } from '../../../src/app/ports/source-reader.ts';
import { aiderImporter } from '../../../src/importers/aider/aider-importer.ts';
import { cutHistory } from '../../../src/importers/aider/history.ts';
import { fileSourceReader } from '../../../src/importers/source-reader.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { pathWords, readAll } from '../support/keep.ts';
import { own, START } from './samples.ts';

function recordsOf(text: string): readonly unknown[] {
  const lines = text.split('\n').map((line, index) => ({ number: index + 1, text: line }));
  return [...cutHistory(lines)];
}

const read = (text: string) => readAll(aiderImporter, recordsOf(text));

describe('a history of aider', () => {
  it('tells what was typed from headings and quotes inside an answer', () => {
    const { conversation, summary } = read(
      `${START}${own('#### Fly')}\n#### Steps\n\n> wind first\n\nThen run.\n${own('> Tokens: 2k sent')}`,
    );
    expect(pathWords(conversation)).toEqual(['Fly', '#### Steps\n\n> wind first\n\nThen run.']);
    expect(summary.counts).toMatchObject({ prompts: 1, answers: 1 });
  });

  it('takes lines that were typed together for one prompt', () => {
    const { conversation } = read(`${START}${own('#### /add kite.ts')}${own('####   tail.ts')}\n${own('#### !ls')}`);
    const prompts = conversation.messages.filter(({ kind }) => kind === 'prompt');
    expect(prompts).toMatchObject([
      { promptKind: 'slash', content: [{ text: '/add kite.ts\n  tail.ts' }] },
      { promptKind: 'bash', content: [{ text: '!ls' }] },
    ]);
  });

  it('names the lines that a record was made of, and its place in its chat', () => {
    expect(recordsOf(`${START}${own('#### Fly')}\nUp.\n\nHigh.\n\n`)).toEqual([
      { type: 'chat', chat: '2026-03-01 09:00:00', block: 0, lines: [2, 2], text: '2026-03-01 09:00:00' },
      {
        type: 'output',
        chat: '2026-03-01 09:00:00',
        block: 1,
        lines: [4, 5],
        text: 'Aider v0.90.0\nMain model: lark/mini with diff edit format',
      },
      { type: 'prompt', chat: '2026-03-01 09:00:00', block: 2, lines: [7, 7], text: 'Fly' },
      {
        type: 'answer',
        chat: '2026-03-01 09:00:00',
        block: 3,
        model: 'lark/mini',
        lines: [9, 11],
        text: 'Up.\n\nHigh.',
      },
    ]);
  });

  it('reloads with each chat; its local times without zone are suspect', () => {
    const text = `${START}${own('#### Fly')}\n# aider chat started at 2026-03-02 08:00:00\n\n${own('#### Land')}`;
    const { summary } = read(text);
    const kept = readAll(aiderImporter, recordsOf(text)).conversation;
    expect(kept.messages.filter(({ kind }) => kind === 'prompt').map(({ at }) => at)).toEqual([
      '2026-03-01T09:00:00.000Z',
      '2026-03-02T08:00:00.000Z',
    ]);
    expect(summary).toMatchObject({
      timeSuspect: true,
      startedAt: '2026-03-01T09:00:00.000Z',
      updatedAt: '2026-03-02T08:00:00.000Z',
      models: ['lark/mini'],
      agentVersion: '0.90.0',
    });
    const events = [...aiderImporter.eventsOf(keep(text))].filter(({ type }) => type === 'session.reloaded');
    expect(events).toHaveLength(2);
  });

  it('tells chats that began in the same second apart', () => {
    const text = `${START}${own('#### Fly')}${START}${own('#### Fly')}`;
    const { conversation } = read(text);
    expect(new Set(conversation.messages.map(({ id }) => id)).size).toBe(conversation.messages.length);
    expect(pathWords(conversation)).toEqual(['Fly', 'Fly']);
  });

  it('shows an applied edit as what touched the file', () => {
    const { conversation, summary } = read(`${START}${own('#### Cut')}\nCut.\n\n${own('> Applied edit to tail.ts')}`);
    expect(summary.counts).toMatchObject({ toolCalls: 1, toolErrors: 0 });
    const call = conversation.messages.flatMap(({ content }) => content).find(({ type }) => type === 'toolCall');
    expect(call).toMatchObject({ name: 'edit', input: { path: 'tail.ts' } });
  });

  it('is no session while nothing was asked', () => {
    const gatherer = aiderImporter.identify();
    for (const record of recordsOf(START)) gatherer.add(record);
    expect(gatherer.finish('/home/ada/kite/.aider.chat.history.md')).toBeUndefined();
  });

  it('does not read a last line that aider has not ended yet', () => {
    const folder = mkdtempSync(join(tmpdir(), 'loom-aider-'));
    onTestFinished(() => removeFolder(folder));
    const path = join(folder, '.aider.chat.history.md');
    writeFileSync(path, `${START}${own('#### Fly')}#### and la`);
    const [file] = aiderImporter.find(path, fileSourceReader);
    const source = aiderImporter.open?.(file as SourceFile, fileSourceReader) as OpenSource;
    const values = [...source.lines({ offset: 0, line: 0 })].map((line) => ('value' in line ? line.value : line));
    source.close();
    expect(values.at(-1)).toMatchObject({ type: 'prompt', text: 'Fly' });
  });

  it('is looked for at the root of the project around the folder', () => {
    const folder = mkdtempSync(join(tmpdir(), 'loom-aider-'));
    onTestFinished(() => removeFolder(folder));
    writeFileSync(join(folder, '.aider.chat.history.md'), START);
    expect(aiderImporter.places({}, join(folder, 'src', 'deep'))).toEqual([join(folder, '.aider.chat.history.md')]);
  });
});

function keep(text: string) {
  return recordsOf(text).map((record, index) => ({
    n: index + 1,
    generation: 1,
    at: aiderImporter.facts(record).at,
    agent: 'aider' as const,
    sourceLine: index + 1,
    record,
    subs: [],
    current: true,
  }));
}
