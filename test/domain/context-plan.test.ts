import { describe, expect, it } from 'vitest';
import { LEAST_BUDGET } from '../../src/domain/context-budget.ts';
import type { Message } from '../../src/domain/conversation.ts';
import { CONTEXT_FAULTS } from '../support/chat-rules.ts';
import { fc } from '../support/properties.ts';
import { call, message, plan, result, turn, turns } from './context-fixture.ts';

const FORMATS = ['anthropic', 'openai', 'markdown', 'json'] as const;
const COMMAND = 'loom sessions export garden0000000000';

function tokensOf(document: string): number {
  return Math.ceil(document.length / 4);
}

/** A turn of many calls with long results. */
function longTurn(n: number, calls: number, size: number): readonly Message[] {
  const rounds = Array.from({ length: calls }, (_, index) => [
    message(`c${n}.${index}`, 'answer', [call(`t${n}x${index}`, 'Bash', { command: `sow ${index}` })], {
      apiId: `m${n}.${index}`,
    }),
    message(`r${n}.${index}`, 'toolResult', [result(`t${n}x${index}`, `row ${index} ${'🌱é'.repeat(size / 4)}`)]),
  ]).flat();
  return [message(`p${n}`, 'prompt', `Sow field ${n}`), ...rounds, message(`a${n}`, 'answer', `Field ${n} is sown`)];
}

describe.each(FORMATS)('a context as %s', (format) => {
  it('is verbatim exactly as long as it fits', () => {
    const messages = turns(40);
    const whole = plan(messages, { format, budget: 1_000_000 });
    expect([whole.tier, whole.note, whole.kept.turns]).toEqual(['verbatim', null, 40]);
    const size = tokensOf(whole.document);
    expect(plan(messages, { format, budget: size }).document).toBe(whole.document);
    const over = plan(messages, { format, budget: size - 1 });
    expect([over.tier, over.omitted.turns > 0]).toEqual(['summarised', true]);
  });

  it('begins its tail with a prompt, says in one line what is missing, and keeps every call with its result', () => {
    const { tier, document, note, omitted, kept, summary } = plan(turns(60), { format, budget: 1500 });
    expect(tier).toBe('summarised');
    expect(omitted.turns + kept.turns).toBe(60);
    expect(summary).toEqual({ through: omitted.turns, source: 'deterministic' });
    expect(note).toContain(`Left out: turns 1–${omitted.turns}, `);
    expect(note).toContain(COMMAND);
    expect(document).toContain(note as string);
    expect(document).toContain(`Summary of turns 1–${omitted.turns}.`);
    expect(document).toContain('Sow bed 60');
    expect(document).not.toContain(`Sow bed ${omitted.turns}`);
    expect(CONTEXT_FAULTS[format](document)).toEqual([]);
  });

  it('is the agent’s last summary and all that follows, where that fits and all does not', () => {
    const messages = [
      ...turns(30),
      message('s1', 'summary', 'First summary'),
      ...turn(31),
      message('s2', 'summary', 'Second summary'),
      ...turn(32),
      ...turn(33),
    ];
    const { tier, document, omitted, kept } = plan(messages, { format, budget: 1000 });
    expect([tier, omitted.turns, kept.turns]).toEqual(['compacted', 31, 2]);
    expect(document).toContain('Second summary');
    expect(document).toContain('Sow bed 33');
    expect(document).not.toContain('First summary');
    expect(document).not.toMatch(/Sow bed 31\b/);
    expect(CONTEXT_FAULTS[format](document)).toEqual([]);
  });

  it('is a tail of what follows the last summary where even that is too long', () => {
    const messages = [...turns(3), message('s1', 'summary', 'The summary'), ...turns(60).map(renamed)];
    const { tier, document, omitted } = plan(messages, { format, budget: 1000 });
    expect([tier, omitted.turns > 30]).toEqual(['summarised', true]);
    expect(CONTEXT_FAULTS[format](document)).toEqual([]);
  });

  it.each([LEAST_BUDGET, 1000, 8000, 64_000])(
    'of one endless turn fits %i tokens and is still well-formed',
    (budget) => {
      const messages = longTurn(1, 300, 4000);
      const { tier, document, tokens, note } = plan(messages, { format, budget });
      expect(tier).toBe('summarised');
      expect(tokens).toBe(tokensOf(document));
      expect(tokens).toBeLessThanOrEqual(budget);
      expect(note).toContain(COMMAND);
      expect(document).toContain('Sow field 1');
      expect(document).toContain('Field 1 is sown');
      expect(CONTEXT_FAULTS[format](document)).toEqual([]);
    },
  );

  it('leaves the oldest results out first, and says how much and how to see it', () => {
    const { document } = plan(longTurn(1, 12, 4000), { format, budget: 8000 });
    expect(document).toMatch(/\[… \d+ bytes left out: loom sessions export garden0000000000\]/);
    expect(document).toContain('row 11');
    const shown = [...document.matchAll(/🌱/g)].length;
    expect(shown).toBeGreaterThan(1000);
    expect(document.isWellFormed()).toBe(true);
    expect(document).not.toMatch(/🌱e\b/);
  });

  it('fits whatever one prompt, input or answer there is', () => {
    const long = 'ŵ'.repeat(60_000);
    const odd = [
      [message('p1', 'prompt', long)],
      [message('p1', 'prompt', 'Look'), message('a1', 'answer', long)],
      [
        message('p1', 'prompt', 'Look'),
        message('a1', 'answer', [call('t1', 'Write', { file_path: long, content: long })]),
      ],
      [
        message('p1', 'prompt', 'Look'),
        message('a1', 'answer', [
          call('t1', 'Write', Object.fromEntries([...long].slice(0, 5000).map((one, i) => [`${one}${i}`, i]))),
        ]),
      ],
      [
        message('p1', 'prompt', 'Look'),
        message(
          'a1',
          'answer',
          Array.from({ length: 400 }, (_, i) => call(`t${i}`)),
        ),
      ],
      [
        message('p1', 'prompt', [{ type: 'image', name: long }]),
        message('m1', 'meta', long),
        message('a1', 'answer', 'ok'),
      ],
      [message('a1', 'answer', long), message('p1', 'prompt', 'Go on')],
    ];
    for (const messages of odd) {
      const { document, tokens } = plan(messages, { format, budget: LEAST_BUDGET });
      expect(tokens).toBeLessThanOrEqual(LEAST_BUDGET);
      expect(CONTEXT_FAULTS[format](document)).toEqual([]);
    }
  });

  it('takes a stored summary where its turns end where a tail may begin', () => {
    const stored = (through: number) => () => [{ through, text: `Written by a program through ${through}` }];
    const messages = turns(60);
    const fits = plan(messages, { format, budget: 1500, stored: stored(57) });
    expect(fits.summary).toEqual({ through: 57, source: 'stored' });
    expect(fits.document).toContain('Written by a program through 57');
    expect(fits.kept.turns).toBe(3);
    expect(CONTEXT_FAULTS[format](fits.document)).toEqual([]);
    const short = plan(messages, { format, budget: 1500, stored: stored(5) });
    expect(short.summary?.source).toBe('deterministic');
    expect(short.document).not.toContain('Written by a program');
  });

  it('tells what may be stale, also where nothing is left out', () => {
    const preface = { session: 'garden0000000000', command: COMMAND, stale: ['beds.ts was changed'] };
    const { tier, document, note } = plan(turns(2), { format, budget: 8000, preface });
    expect([tier, note]).toEqual(['verbatim', null]);
    expect(document).toContain('beds.ts was changed');
    expect(CONTEXT_FAULTS[format](document)).toEqual([]);
  });

  it('holds for any conversation: well-formed, within the budget, the same bytes again', () => {
    fc.assert(
      fc.property(
        fc.array(anyMessage(), { maxLength: 40 }),
        fc.integer({ min: LEAST_BUDGET, max: 3000 }),
        (drafts, budget) => {
          const messages = drafts.map((make, index) => make(index));
          const first = plan(messages, { format, budget });
          expect(CONTEXT_FAULTS[format](first.document)).toEqual([]);
          expect(tokensOf(first.document)).toBeLessThanOrEqual(budget);
          expect(plan(messages, { format, budget }).document).toBe(first.document);
        },
      ),
      { numRuns: 150 },
    );
  });
});

/** Turns of the second half of a session: other ids than those before. */
function renamed(one: Message): Message {
  const content = one.content.map((block) => {
    if (block.type === 'toolCall') return { ...block, id: `u${block.id}` };
    return block.type === 'toolResult' ? { ...block, callId: `u${block.callId}` } : block;
  });
  return { ...one, id: `u${one.id}`, content };
}

type Draft = (index: number) => Message;

/** Any message: of every kind, with calls and results that pair, repeat, come early or not at all. */
function anyMessage(): fc.Arbitrary<Draft> {
  const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.string({ unit: 'binary', maxLength: 200 }));
  const id = fc.integer({ min: 0, max: 8 }).map((n) => (n === 8 ? 'line:8' : `t${n}`));
  const said = text.map((one) => ({ type: 'text', text: one }) as const);
  const block = fc.oneof(
    said,
    fc.tuple(id, text).map(([one, more]) => call(one, 'Bash', { command: more })),
    fc
      .tuple(text, fc.boolean())
      .map(([one, signed]) => ({ type: 'thinking', text: one, ...(signed ? { signature: 'c2ln' } : {}) }) as const),
  );
  const answer = fc.tuple(fc.array(block, { maxLength: 4 }), fc.integer({ min: 0, max: 5 })).map(
    ([content, api]): Draft =>
      (index) =>
        message(`a${index}`, 'answer', content, api === 0 ? {} : { apiId: `m${api}` }),
  );
  const results = fc.tuple(id, text, fc.boolean()).map(
    ([one, more, bad]): Draft =>
      (index) =>
        message(`r${index}`, 'toolResult', [result(one, more, bad)]),
  );
  const user = fc.tuple(said, fc.constantFrom('prompt', 'meta', 'notice', 'summary')).map(
    ([one, kind]): Draft =>
      (index) =>
        message(`u${index}`, kind as Message['kind'], [one]),
  );
  return fc.oneof(answer, results, user);
}
