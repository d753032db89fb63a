import { describe, expect, it } from 'vitest';
import { type CapturedPrompt, type KeptPrompt, unpairedPrompts } from '../../src/domain/unpaired-prompts.ts';
import type { EventId, IsoTime } from '../../src/kernel/ids.ts';
import { eventTail } from '../../src/kernel/ids.ts';
import { formatInstant } from '../../src/kernel/instant.ts';
import { fc } from '../support/properties.ts';

const NOON = Date.UTC(2026, 2, 1, 12);
let minted = 0;

function at(minutes: number): IsoTime {
  return formatInstant(NOON + minutes * 60_000);
}

function captured(text: string, minutes = 0): CapturedPrompt {
  minted += 1;
  return { id: `01JXA${String(minted).padStart(21, '0')}` as EventId, at: at(minutes), text };
}

function kept(text: string, minutes: number | null = 0, tails: readonly string[] = []): KeptPrompt {
  return { text, at: minutes === null ? null : at(minutes), tails };
}

describe('a prompt that was recorded live', () => {
  it('is told again when the transcript lacks it', () => {
    const prompt = captured('Water the beans');
    expect(unpairedPrompts([prompt], [kept('Sow the beans')])).toEqual([prompt]);
    expect(unpairedPrompts([prompt], [])).toEqual([prompt]);
  });

  it('is the kept one of the same native key, whatever its words and time', () => {
    const prompt = captured('Water the beans', 90);
    expect(unpairedPrompts([prompt], [kept('water beans', 0, ['X', eventTail(prompt.id)])])).toEqual([]);
  });

  it('is the kept one of the same words, white space apart, within ten minutes', () => {
    expect(unpairedPrompts([captured('Water\n  the beans ', 9)], [kept('Water the beans')])).toEqual([]);
    const late = captured('Water the beans', 11);
    expect(unpairedPrompts([late], [kept('Water the beans')])).toEqual([late]);
    expect(unpairedPrompts([captured('Water the beans', 11)], [kept('Water the beans', null)])).toEqual([]);
  });

  it('has one twin, the nearest in time', () => {
    const [early, middle, late] = [captured('go on', 0), captured('go on', 4), captured('go on', 8)];
    expect(unpairedPrompts([early, middle, late], [kept('go on', 7), kept('go on', 1)])).toEqual([middle]);
  });

  it('takes no twin that another one has by its key', () => {
    const [keyed, other] = [captured('go on', 0), captured('go on', 0)];
    expect(unpairedPrompts([other, keyed], [kept('go on', 0, [eventTail(keyed.id)])])).toEqual([other]);
  });

  it('with something attached is the kept one that holds its words, after those with the same words', () => {
    const attached = { ...captured('Look at this', 1), attached: true } as const;
    const whole = kept('Look at this <file name="bed.md">sown</file>', 2);
    expect(unpairedPrompts([attached], [whole])).toEqual([]);
    expect(unpairedPrompts([captured('Look at this', 1)], [whole])).not.toEqual([]);
    expect(unpairedPrompts([attached], [kept('Look at this <file/>', 30)])).toEqual([attached]);
    const plain = captured('Look at this', 2);
    expect(unpairedPrompts([attached, plain], [kept('Look at this', 2), whole])).toEqual([]);
  });

  it('says nothing new when it has no words', () => {
    expect(unpairedPrompts([captured(' \n')], [kept('Sow')])).toEqual([]);
  });

  it('is paired at most as often as prompts are kept, and only with the same words', () => {
    const texts = fc.constantFrom('sow', 'water', 'weed');
    const prompts = fc.array(fc.tuple(texts, fc.integer({ min: 0, max: 40 })), { maxLength: 12 });
    fc.assert(
      fc.property(prompts, prompts, (live, told) => {
        const all = live.map(([text, minutes]) => captured(text, minutes));
        const rest = unpairedPrompts(
          all,
          told.map(([text, minutes]) => kept(text, minutes)),
        );
        expect(rest.length).toBeGreaterThanOrEqual(all.length - told.length);
        const seen = new Set<string>(told.map(([text]) => text));
        for (const prompt of all) if (!seen.has(prompt.text)) expect(rest).toContain(prompt);
      }),
    );
  });
});
