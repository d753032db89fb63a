import { describe, expect, it } from 'vitest';
import { type CaptureContext, draftCapture } from '../../src/app/capture-hook.ts';
import { loadHookAgent } from '../../src/capture/hook-agents.ts';
import { EVENT_SCHEMAS } from '../../src/events/event-schemas.ts';
import { openApp } from '../app/app-fixture.ts';
import { fc } from '../support/properties.ts';
import { PAYLOADS } from './payloads.ts';

function contextFor(): CaptureContext {
  const app = openApp();
  return {
    ...app,
    env: {},
    keepText: async (_session, text) => `blob of ${text.length}`,
    contents: async () => new Map(),
    agentProcess: () => undefined,
    resolvePath: (folder, path) => (path.startsWith('/') ? path : `${folder}/${path}`),
  };
}

async function eventsOf(word: string, payload: Readonly<Record<string, unknown>>) {
  const hook = await loadHookAgent(word);
  const reading = hook?.read(payload, {});
  if (hook === undefined || reading === undefined) return [];
  return draftCapture(contextFor(), hook, reading);
}

describe('the payloads of', () => {
  it.each(Object.keys(PAYLOADS))('%s become the events that they always became', async (word) => {
    const told: string[] = [];
    for (const payload of PAYLOADS[word] ?? []) {
      told.push(`> ${JSON.stringify(payload)}`);
      const again = new Set((await eventsOf(word, payload)).map(({ id }) => id.slice(10)));
      for (const { type, id, stream, data, by } of await eventsOf(word, payload)) {
        expect(EVENT_SCHEMAS[type].safeParse(data).success, `${type} of ${JSON.stringify(payload)}`).toBe(true);
        // Only what has a native key has the same tail whoever tells it.
        const tail = again.has(id.slice(10)) ? id.slice(10) : 'minted';
        told.push(`${stream} ${by.agent} ${type} ${tail} ${JSON.stringify(data)}`);
      }
    }
    await expect(`${told.join('\n')}\n`).toMatchFileSnapshot(`golden/${word}.txt`);
  });
});

describe('what two witnesses tell with one key', () => {
  it('is one fact, whenever they tell it', async () => {
    const [prompt] = (PAYLOADS['claude-code'] ?? []).filter(({ prompt_id }) => prompt_id === 'p-1');
    const tails = (await Promise.all([1, 2].map(() => eventsOf('claude-code', prompt ?? {})))).map((drafts) =>
      drafts.find(({ type }) => type === 'prompt.submitted')?.id.slice(10),
    );
    expect(tails[0]).toBe(tails[1]);
  });
});

describe('any payload', () => {
  const words = Object.keys(PAYLOADS);
  const known = Object.values(PAYLOADS).flat();
  const names = [...new Set(known.flatMap((payload) => Object.keys(payload)))];

  it.each(words)('of %s may hold, in place of any text, a list of which some is no text', async (word) => {
    const list = [null, 7, ['x'], { text: 'kept' }, 'and this'];
    for (const payload of PAYLOADS[word] ?? []) {
      for (const key of Object.keys(payload)) await eventsOf(word, { ...payload, [key]: list });
    }
  });

  it('makes nothing but events that fit their schemas, and never throws', async () => {
    const bent = fc
      .tuple(fc.constantFrom(...known), fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 3 })))
      .map(([payload, more]) => ({ ...payload, ...more }));
    const any = fc.oneof(bent, fc.object() as fc.Arbitrary<Record<string, unknown>>);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...words), any, async (word, payload) => {
        for (const { type, data } of await eventsOf(word, payload)) {
          expect(EVENT_SCHEMAS[type].safeParse(data).success, `${type} ${JSON.stringify(data)}`).toBe(true);
          expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(15 * 1024);
        }
      }),
      { numRuns: 400 },
    );
  });
});
