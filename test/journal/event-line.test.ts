import { describe, expect, it } from 'vitest';
import type { UnknownEvent } from '../../src/events/envelope.ts';
import { eraseEventLine } from '../../src/events/erase-line.ts';
import { factEventId } from '../../src/events/event-id.ts';
import { digest128, parseEventLine, printEventLine } from '../../src/events/event-line.ts';
import { deriveSessionId } from '../../src/events/session-id.ts';
import { lineSum } from '../../src/journal/line-sum.ts';
import { eventTail, sessionStream } from '../../src/kernel/ids.ts';
import { formatInstant } from '../../src/kernel/instant.ts';
import { HEATHER } from '../contract/journal-contract.ts';
import { fc } from '../support/properties.ts';
import { mintEventId, sha256 } from './journal-fixture.ts';

type Unsummed = Omit<UnknownEvent, 'sum'>;

const ID = '01K8ZZZZZZ0123456789ABCDEF' as UnknownEvent['id'];

function unsummed(fields: Partial<Unsummed> = {}): Unsummed {
  return {
    v: 1,
    id: ID,
    prev: '',
    stream: sessionStream(HEATHER),
    type: 'session.renamed',
    at: formatInstant(0),
    recorded: formatInstant(1),
    commit: [ID, 0, 1],
    by: { kind: 'person' },
    trust: 'person',
    data: { title: 'gorse' },
    ...fields,
  };
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function printed(fields: Partial<Unsummed> = {}): Uint8Array {
  return bytesOf(printEventLine(unsummed(fields), sha256).text);
}

/** A line with a valid sum over any head. */
function summed(head: string): Uint8Array {
  const sum = Buffer.from(sha256(head)).subarray(0, 16).toString('base64url');
  return bytesOf(`${head},"sum":"${sum}"}`);
}

describe('an event line', () => {
  it('has its keys in one order, and the sum of its own bytes last', () => {
    const { text, bytes, sum } = printEventLine(unsummed({ because: [ID] }), sha256);
    expect(text).toBe(
      '{"v":1,"id":"01K8ZZZZZZ0123456789ABCDEF","prev":"","stream":"session/7k3m9q2x4v8t1c5b","type":"session.renamed",' +
        '"at":"1970-01-01T00:00:00.000Z","recorded":"1970-01-01T00:00:00.001Z","commit":["01K8ZZZZZZ0123456789ABCDEF",0,1],' +
        `"by":{"kind":"person"},"trust":"person","because":["01K8ZZZZZZ0123456789ABCDEF"],"data":{"title":"gorse"},"sum":"${sum}"}`,
    );
    const head = text.slice(0, text.indexOf(',"sum"'));
    expect(sum).toBe(Buffer.from(sha256(head)).subarray(0, 16).toString('base64url'));
    expect(bytes).toBe(Buffer.byteLength(text) + 1);
  });

  it('is read back as it was printed, whatever its data', () => {
    const data = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
    fc.assert(
      fc.property(data, fc.boolean(), (value, known) => {
        const type = known ? 'session.renamed' : 'weather.changed';
        const event = unsummed({ data: JSON.parse(JSON.stringify(value)), type, because: [ID, mintEventId()] });
        const { text, sum } = printEventLine(event, sha256);
        fc.pre(text.length < 5000);
        const expected = { ...event, sum };
        const kind = known ? { kind: 'event' } : { kind: 'unknown', newer: false };
        expect(parseEventLine(bytesOf(text), sha256)).toEqual({ ...kind, event: expected });
        expect(printEventLine(expected, sha256).text).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it('has one sum, by whatever way it is computed', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => lineSum(bytes) === digest128(bytes, sha256)));
  });

  it('of a type nobody knows is unknown; of a higher version, newer', () => {
    expect(parseEventLine(printed({ type: 'weather.changed' }), sha256)).toMatchObject({
      kind: 'unknown',
      newer: false,
    });
    expect(parseEventLine(printed({ v: 2 }), sha256)).toMatchObject({ kind: 'unknown', newer: true });
  });

  it('may carry fields that nobody knows', () => {
    const head = printEventLine(unsummed(), sha256).text.replace('"data":', '"mood":{"fog":["a","b"]},"data":');
    const line = summed(head.slice(0, head.indexOf(',"sum"')));
    const parsed = parseEventLine(line, sha256);
    expect(parsed).toMatchObject({ kind: 'event', event: { mood: { fog: ['a', 'b'] } } });
  });

  it.each<[string, Partial<Record<keyof UnknownEvent, unknown>>]>([
    ['a version that is none', { v: 0 }],
    ['an id that is no ULID', { id: 'gorse' }],
    ['a prev that is no ULID', { prev: 'gorse' }],
    ['a stream of no known shape', { stream: 'session/../../etc' }],
    ['a type that is no text', { type: 7 }],
    ['a time that is none', { at: 'yesterday' }],
    ['a commit without size', { commit: [ID, 0] }],
    ['a commit index beyond its size', { commit: [ID, 3, 3] }],
    ['a commit that is too large', { commit: [ID, 0, 257] }],
    ['nobody who did it', { by: { kind: 'ghost' } }],
    ['an unknown trust', { trust: 'total' }],
    ['a because that is no list', { because: 'fog' }],
    ['data that is a list', { data: [] }],
  ])('with %s is damage, although its sum is right', (_what, fields) => {
    const line = summed(JSON.stringify({ ...unsummed(), ...fields }).slice(0, -1));
    expect(parseEventLine(line, sha256)).toMatchObject({ kind: 'damage', code: 'bad-envelope' });
  });

  it.each<[string, Uint8Array, string]>([
    ['nothing in it', bytesOf(''), 'not-json'],
    ['no JSON', bytesOf('fog on the moor'), 'not-json'],
    ['a JSON text', bytesOf('"fog"'), 'not-json'],
    ['no sum', bytesOf('{"v":1}'), 'bad-sum'],
    [
      'bytes that are no UTF-8',
      Buffer.concat([Buffer.from('{"v":1,"x":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
      'not-json',
    ],
    ['more bytes than a line may have', new Uint8Array(20_000).fill(120), 'too-long'],
  ])('with %s is damage', (_what, line, code) => {
    expect(parseEventLine(line, sha256)).toMatchObject({ kind: 'damage', code });
  });

  it('that is damaged still tells its stream', () => {
    const line = printed();
    line[line.length - 40] = 33;
    expect(parseEventLine(line, sha256)).toMatchObject({ kind: 'damage', streams: ['session/7k3m9q2x4v8t1c5b'] });
  });
});

describe('an erased line', () => {
  it('has the length it had, and the envelope it had, and no data', () => {
    const title = 'the "data": of\u2028 gorse \\" {}[],';
    const line = printed({ data: { title, deep: { data: { x: [1, '}'] } } } });
    const erased = eraseEventLine(line, sha256) ?? new Uint8Array();
    expect(erased).toHaveLength(line.length);
    expect(Buffer.from(erased).toString()).not.toContain('gorse');
    const parsed = parseEventLine(erased, sha256);
    const { sum: _sum, ...event } = parsed.kind === 'damage' ? { sum: '' } : parsed.event;
    expect(event).toEqual(unsummed({ data: { erased: true } }));
  });

  it('is erased also where the data was shorter than what stands for it', () => {
    const line = printed({ data: {} });
    const parsed = parseEventLine(eraseEventLine(line, sha256) ?? new Uint8Array(), sha256);
    expect(parsed).toMatchObject({ kind: 'event', event: { data: { erased: true } } });
  });

  it('keeps fields that nobody knows, before and after the data', () => {
    const text = printEventLine(unsummed(), sha256).text;
    const head = text.slice(0, text.indexOf(',"sum"')).replace('"data":', '"mood":"data",').concat(',"later":1');
    const line = summed(head.replace('"mood":"data",', '"mood":"data","data":'));
    const parsed = parseEventLine(eraseEventLine(line, sha256) ?? new Uint8Array(), sha256);
    expect(parsed).toMatchObject({ kind: 'event', event: { mood: 'data', later: 1, data: { erased: true } } });
  });
});

describe('ids', () => {
  it.each([
    ['claude-code', '0b8f9d1e-6c3a-4f57-9d55-0a1b2c3d4e5f', 'g3m4qnnfjet6fzd8'],
    ['codex', '0b8f9d1e-6c3a-4f57-9d55-0a1b2c3d4e5f', 'hfpkhrgc6n080jc7'],
    ['claude-code', 'heather', '9fpks8fwwy3y4pw8'],
    ['aider', 'Moor ünd Täler \u{1f9f5}', 'chjfq1et15k0p36g'],
    ['loom', '', 'ttt9n2pa89bqd8tz'],
  ] as const)('of session %s %s are the same for ever', (agent, nativeId, id) => {
    expect(deriveSessionId(agent, nativeId, sha256)).toBe(id);
  });

  it('of one fact have one tail, whatever its time', () => {
    const fact = { agent: 'claude-code', nativeId: 'heather', key: 'toolu_01', type: 'tool.completed' } as const;
    const [early, late] = [factEventId({ ...fact, millis: 1 }, sha256), factEventId({ ...fact, millis: 9e11 }, sha256)];
    expect(early).not.toBe(late);
    expect(eventTail(early)).toBe(eventTail(late));
    expect(eventTail(early)).toBe('HHC25CCS3XE95RRD');
    const other = factEventId({ ...fact, type: 'tool.failed', millis: 1 }, sha256);
    expect(eventTail(other)).not.toBe(eventTail(early));
  });
});
