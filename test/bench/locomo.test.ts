import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readLocomo, writeTranscripts } from '../../bench/locomo.mjs';
import { Tally } from '../../bench/search-figures.mjs';
import { removeFolder } from '../support/remove-folder.ts';

const CHAT = {
  sample_id: 'two keepers',
  conversation: {
    speaker_a: 'Edda',
    speaker_b: 'Ruben',
    session_1_date_time: '1:56 pm on 8 May, 2023',
    session_10: [{ dia_id: 'D10:1', speaker: 'Ruben', text: 'The lens is back!' }],
    session_2: [
      { dia_id: 'D2:1', speaker: 'Edda', text: 'How is the lens?' },
      { dia_id: 'D2:2', speaker: 'Ruben', text: 'I sent it to Brest for polishing.' },
    ],
  },
  qa: [
    { question: 'Where did Ruben send the lens?', answer: 'Brest', evidence: ['D2:2'], category: 4 },
    { question: 'What happened to the lens?', evidence: ['D2:2; D10:1'], category: 1 },
    { question: 'Who painted the door?', evidence: [], category: 5 },
    { question: 'What of another file?', evidence: ['D99:1'], category: 5 },
  ],
};

describe('a file in the shape of LoCoMo', () => {
  it('gives sessions in order, and questions whose answer is among them', () => {
    const [sample] = readLocomo([CHAT]);
    expect(sample?.sessions.map(({ number, turns }) => [number, turns.length])).toEqual([
      [2, 2],
      [10, 1],
    ]);
    expect(sample?.questions.map(({ question, evidence }) => [question, evidence])).toEqual([
      ['Where did Ruben send the lens?', ['D2:2']],
      ['What happened to the lens?', ['D2:2', 'D10:1']],
    ]);
    expect(readLocomo({ ...CHAT.conversation, qa: CHAT.qa })[0]?.questions).toHaveLength(2);
  });

  it('becomes one transcript per session, with ids that tell the turn', () => {
    const folder = mkdtempSync(join(tmpdir(), 'loom-locomo-'));
    onTestFinished(() => removeFolder(folder));
    const [cwd] = writeTranscripts(readLocomo([CHAT]), folder);
    const place = join(folder, 'projects', String(cwd).replaceAll('/', '-'));
    const files = readdirSync(place).sort();
    expect(files).toHaveLength(2);
    const records = readFileSync(join(place, String(files[0])), 'utf8')
      .trim()
      .split('\n');
    expect(records.map((line) => JSON.parse(line).uuid)).toEqual(['D2:1', 'D2:2']);
    expect(records.join()).toContain('Ruben: I sent it to Brest');
  });
});

describe('the figures of a search', () => {
  it('are the share of what was wanted, and how early the first of it came', () => {
    const tally = new Tally('lens');
    tally.add({ question: 'a', wanted: ['x', 'y'], found: ['o', 'x', 'o', 'o', 'o', 'o', 'y'] });
    tally.add({ question: 'b', wanted: ['z'], found: [] });
    expect(tally.figures()).toEqual({ questions: 2, recall: [0, 0.25, 0.5, 0.5], mrr: 0.25 });
  });
});
