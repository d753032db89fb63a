import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../files/make-folders.ts';

/** The two sample sessions of the demo; ids and texts are invented. */
export const DEMO_SESSIONS = {
  checkout: 'd0000001-0000-4000-8000-000000000000',
  shipping: 'd0000002-0000-4000-8000-000000000000',
} as const;

interface SampleStep {
  readonly role: 'user' | 'assistant';
  readonly content: string | readonly Readonly<Record<string, unknown>>[];
}

interface Sample {
  readonly session: string;
  readonly cwd: string;
  readonly day: string;
  readonly steps: readonly SampleStep[];
}

/** A made-up key, put together here so that no key-like text stands in a file. */
function sampleKey(): string {
  return ['sk', 'ant', 'api03', 'demo'.repeat(24)].join('-');
}

function tool(id: string, name: string, input: Readonly<Record<string, unknown>>): SampleStep {
  return { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] };
}

function result(id: string, content: string, isError = false): SampleStep {
  return { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }] };
}

function say(text: string): SampleStep {
  return { role: 'assistant', content: [{ type: 'text', text }] };
}

function samples(shop: string): readonly Sample[] {
  return [
    {
      session: DEMO_SESSIONS.checkout,
      cwd: shop,
      day: '2026-11-02',
      steps: [
        { role: 'user', content: 'Why does the checkout fail when the basket is empty?' },
        tool('demo_1', 'Read', { file_path: `${shop}/src/checkout.ts` }),
        result('demo_1', `const total = basket.items[0].price; // key=${sampleKey()}`),
        say('It reads the price of the first item without looking whether there is one.'),
        { role: 'user', content: 'Fix it and run the tests.' },
        tool('demo_2', 'Edit', {
          file_path: `${shop}/src/checkout.ts`,
          old_string: 'basket.items[0].price',
          new_string: 'sumOf(basket.items)',
        }),
        result('demo_2', 'done'),
        tool('demo_3', 'Bash', { command: 'npm test' }),
        result('demo_3', '12 passed'),
        say('The total is now a sum, which is zero for an empty basket. All 12 tests pass.'),
      ],
    },
    {
      session: DEMO_SESSIONS.shipping,
      cwd: shop,
      day: '2026-11-03',
      steps: [
        { role: 'user', content: 'Shipping to islands costs twice as much. Where would that go?' },
        tool('demo_4', 'Grep', { pattern: 'shippingCost', path: shop }),
        result('demo_4', 'no such folder', true),
        say('Into a rule table beside shippingCost; I could not search the folder, so please check the name.'),
      ],
    },
  ];
}

function record(sample: Sample, step: SampleStep, index: number): string {
  const uuid = (number: number) => `${sample.session.slice(0, 24)}${String(number).padStart(12, '0')}`;
  const message =
    step.role === 'user'
      ? { role: 'user', content: step.content }
      : {
          id: `msg_${index}`,
          type: 'message',
          role: 'assistant',
          model: 'demo-model',
          content: step.content,
          usage: { input_tokens: 20, output_tokens: 30 },
        };
  return JSON.stringify({
    type: step.role,
    uuid: uuid(index + 1),
    parentUuid: index === 0 ? null : uuid(index),
    isSidechain: false,
    sessionId: sample.session,
    cwd: sample.cwd,
    gitBranch: 'main',
    version: '2.1.0',
    timestamp: `${sample.day}T10:${String(index).padStart(2, '0')}:00.000Z`,
    message,
  });
}

/** Writes the sample sessions where Claude Code would have written them below a home folder. */
export function writeDemoSamples(home: string, shop: string): void {
  const folder = join(home, '.claude', 'projects', shop.replace(/[^A-Za-z0-9]/g, '-'));
  makeFolders(folder);
  makeFolders(shop);
  for (const sample of samples(shop)) {
    const lines = sample.steps.map((step, index) => `${record(sample, step, index)}\n`);
    writeFileSync(join(folder, `${sample.session}.jsonl`), lines.join(''));
  }
}
