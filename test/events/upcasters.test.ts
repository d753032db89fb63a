import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../src/events/event-types.ts';
import { upcast } from '../../src/events/upcasters.ts';

describe('upcasting a persisted line', () => {
  it.each(EVENT_TYPES)('leaves %s of version 1 as it is', (type) => {
    const url = new URL(`../../src/events/examples/${type}.json`, import.meta.url);
    const line = { v: 1, type, data: JSON.parse(readFileSync(url, 'utf8')), note: 'kept' };
    expect(upcast(line)).toBe(line);
  });

  it('leaves a line of a newer loom to its reader', () => {
    const line = { v: 99, type: 'session.started', data: { unheard: true } };
    expect(upcast(line)).toBe(line);
  });

  it('leaves a line of an unknown type as it is', () => {
    const line = { v: 1, type: 'session.levitated', data: {} };
    expect(upcast(line)).toBe(line);
  });
});
