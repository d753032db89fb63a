import { describe, expect, test } from 'vitest';
import { asksForNote, instructionEdits } from '../../../src/domain/instruction-edits.ts';
import type { PairedCall } from '../../../src/domain/tool-pairing.ts';

function call(name: string, input: unknown, status: PairedCall['status'] = 'ok'): PairedCall {
  return { id: 'c1', name, input, status, message: { id: 'm1' } as PairedCall['message'], resultMessageId: 'm2' };
}

describe('notes in files of instructions', () => {
  test('are the lines that an edit adds, without bullets, headings and code', () => {
    const input = {
      file_path: '/home/ada/seed-shop/CLAUDE.md',
      old_string: '## Shop\n- Prices are cents',
      new_string: '## Shop\n- Prices are cents\n- Beans are sold by weight\n\n```\nnpm test -- now\n```\n# Next\n',
    };
    expect(instructionEdits(call('Edit', input))).toEqual([
      { file: input.file_path, lines: ['Beans are sold by weight'] },
    ]);
  });

  test('are the lines that a patch adds to that file alone', () => {
    const patch =
      '*** Begin Patch\n*** Update File: AGENTS.md\n@@\n old\n+- Beans are sold by weight\n*** Update File: shop.ts\n+const a = b c\n*** End Patch';
    expect(instructionEdits(call('apply_patch', { input: patch }))).toEqual([
      { file: 'AGENTS.md', lines: ['Beans are sold by weight'] },
    ]);
  });

  test('are none of another file, of a call that failed, of a file that is written whole, or of an edit that says very much', () => {
    const added = (file: string, text: string) => ({ file_path: file, old_string: '', new_string: text });
    expect(instructionEdits(call('Edit', added('/x/notes.md', '- Beans are sold')))).toEqual([]);
    expect(instructionEdits(call('Edit', added('/x/AGENTS.md', '- Beans are sold'), 'error'))).toEqual([]);
    expect(instructionEdits(call('Write', { file_path: '/x/AGENTS.md', content: '- Beans are sold' }))).toEqual([]);
    const much = Array.from({ length: 30 }, (_, at) => `- Bean number ${at} is sold`).join('\n');
    expect(instructionEdits(call('Edit', added('/x/AGENTS.md', much)))).toEqual([]);
    expect(instructionEdits(call('Read', { file_path: '/x/AGENTS.md' }))).toEqual([]);
    expect(instructionEdits(call('Edit', null))).toEqual([]);
  });

  test('are asked for by naming the file, or as some agents take notes', () => {
    expect(asksForNote('Add to CLAUDE.md that beans are sold by weight')).toBe(true);
    expect(asksForNote('# beans are sold by weight')).toBe(true);
    expect(asksForNote('Fix the price of beans')).toBe(false);
  });
});
