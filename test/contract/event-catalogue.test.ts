import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EVENT_SCHEMAS } from '../../src/events/event-schemas.ts';
import { EVENT_TYPES, isEventType } from '../../src/events/event-types.ts';
import frozen from '../events/frozen-examples.json' with { type: 'json' };

const EVENTS = new URL('../../src/events/', import.meta.url);
const FROZEN: Readonly<Record<string, string>> = frozen;

function example(type: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`examples/${type}.json`, EVENTS), 'utf8'));
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

interface CatalogueEntry {
  readonly doc: string;
  readonly shape: string;
}

/** Reads the catalogue's source: which shape each type has, and the comment right above its line, if any. */
function readCatalogue(): Map<string, CatalogueEntry> {
  const source = readFileSync(new URL('catalogue.ts', EVENTS), 'utf8');
  const lines = source.matchAll(/(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?'([a-z.]+)': (\w+);/g);
  return new Map([...lines].map(([, doc, type, shape]) => [type ?? '', { doc: doc ?? '', shape: shape ?? '' }]));
}

/** Doc comment right above each exported data type of every `*-data.ts`. */
function readShapeDocs(): Map<string, string> {
  const files = readdirSync(EVENTS).filter((name) => name.endsWith('-data.ts'));
  const docs = new Map<string, string>();
  for (const file of files) {
    const source = readFileSync(new URL(file, EVENTS), 'utf8');
    for (const [, doc, name] of source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export (?:interface|type) (\w+)/g)) {
      docs.set(name ?? '', doc ?? '');
    }
  }
  return docs;
}

describe('the event catalogue', () => {
  const catalogue = readCatalogue();
  const shapeDocs = readShapeDocs();
  const uses = new Map<string, number>();
  for (const { shape } of catalogue.values()) uses.set(shape, (uses.get(shape) ?? 0) + 1);

  it('lists the same types in its source, its list of names, its schemas and its examples', () => {
    const examples = readdirSync(new URL('examples/', EVENTS)).map((name) => name.replace(/\.json$/, ''));
    const names = [...EVENT_TYPES].sort();
    expect([...catalogue.keys()].sort()).toEqual(names);
    expect(Object.keys(EVENT_SCHEMAS).sort()).toEqual(names);
    expect(examples.sort()).toEqual(names);
    expect(Object.keys(FROZEN).sort()).toEqual(names);
  });

  it('tells known from unknown types, and is not fooled by names of object members', () => {
    expect(isEventType('session.started')).toBe(true);
    for (const name of ['session.levitated', 'toString', '__proto__', 'constructor', '']) {
      expect(isEventType(name)).toBe(false);
    }
  });

  it.each(EVENT_TYPES)('%s says what a reader may conclude', (type) => {
    const entry = catalogue.get(type);
    const shared = (uses.get(entry?.shape ?? '') ?? 0) > 1;
    const doc = shared ? entry?.doc : shapeDocs.get(entry?.shape ?? '');
    expect(doc).toContain('A reader may conclude:');
  });

  it.each(EVENT_TYPES)('%s accepts its example and gives it back unchanged', (type) => {
    const data = example(type);
    expect(EVENT_SCHEMAS[type].parse(data)).toEqual(data);
  });

  it.each(EVENT_TYPES)('%s keeps its example as it was frozen', (type) => {
    expect(digestOf(example(type))).toBe(FROZEN[type]);
  });

  it.each(EVENT_TYPES)('%s lets unknown fields survive', (type) => {
    const data = { ...example(type), sinceNextYear: { weather: ['rain'] } };
    expect(EVENT_SCHEMAS[type].parse(data)).toEqual(data);
  });

  it.each(EVENT_TYPES)('%s accepts erased data', (type) => {
    expect(EVENT_SCHEMAS[type].parse({ erased: true })).toEqual({ erased: true });
  });

  it.each(EVENT_TYPES)('%s refuses data that is no object', (type) => {
    for (const data of [null, 'text', 3, [], undefined])
      expect(EVENT_SCHEMAS[type].safeParse(data).success).toBe(false);
  });

  it.each(EVENT_TYPES)('%s refuses its example when a known field has another kind of value', (type) => {
    for (const key of Object.keys(example(type))) {
      const broken = { ...example(type), [key]: -4.5 };
      expect(EVENT_SCHEMAS[type].safeParse(broken).success, key).toBe(false);
    }
  });

  it('keeps every example far below the longest line', () => {
    for (const type of EVENT_TYPES) expect(JSON.stringify(example(type)).length).toBeLessThan(2048);
  });
});

describe('bounds on text in events', () => {
  const prompt = EVENT_SCHEMAS['prompt.submitted'];
  const memory = EVENT_SCHEMAS['memory.proposed'];

  it('counts a prompt in bytes as it stands in the line', () => {
    expect(prompt.safeParse({ text: 'a'.repeat(8192) }).success).toBe(true);
    expect(prompt.safeParse({ text: 'a'.repeat(8193) }).success).toBe(false);
    expect(prompt.safeParse({ text: '€'.repeat(2731) }).success).toBe(false);
    expect(prompt.safeParse({ text: '\n'.repeat(4097) }).success).toBe(false);
  });

  it('counts a memory record in bytes of its text', () => {
    const data = example('memory.proposed');
    expect(memory.safeParse({ ...data, text: '€'.repeat(682) }).success).toBe(true);
    expect(memory.safeParse({ ...data, text: '€'.repeat(683) }).success).toBe(false);
  });
});
