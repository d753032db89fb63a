import { describe, expect, it } from 'vitest';
import { readSourceLines } from '../../src/importers/source-lines.ts';

type Options = { offset?: number; line?: number; chunk?: number; maxLineBytes?: number };

function readAll(content: string | Uint8Array, { chunk = 1 << 20, offset = 0, line = 0, maxLineBytes }: Options = {}) {
  const source = typeof content === 'string' ? Buffer.from(content) : content;
  const read = (into: Uint8Array, position: number): number => {
    const part = source.subarray(position, position + Math.min(chunk, into.length));
    into.set(part);
    return part.length;
  };
  const lines = [];
  for (const found of readSourceLines({
    read,
    offset,
    line,
    ...(maxLineBytes === undefined ? {} : { maxLineBytes }),
  })) {
    lines.push(found.kind === 'record' ? { ...found, bytes: Buffer.from(found.bytes).toString() } : found);
  }
  return lines;
}

const kinds = (content: string | Uint8Array, options?: Options) => readAll(content, options).map(({ kind }) => kind);
const values = (content: string | Uint8Array, options?: Options) =>
  readAll(content, options).flatMap((line) => (line.kind === 'record' ? [line.value] : []));

describe('records glued to others or to fragments', () => {
  const record = (n: number): string =>
    JSON.stringify({
      parentUuid: null,
      type: 'user',
      uuid: `u${n}`,
      sessionId: 'seed',
      message: {
        role: 'user',
        content: [
          { type: 'text', text: `if (a) {"b"} {${n}}` },
          { type: 'text', text: 'two' },
        ],
      },
      attachment: { type: 'file' },
    });
  const uuids = (text: string) => values(text).map((value) => (value as { uuid?: string }).uuid);

  it('recovers a record that was glued to a fragment, wherever the fragment was torn', () => {
    const torn = record(4);
    for (let end = 1; end < torn.length; end += 1) {
      expect(uuids(`${torn.slice(0, end)}${record(5)}\n`), torn.slice(0, end)).toEqual(['u5']);
      expect(kinds(`${torn.slice(0, end)}${record(5)}\n`)).toEqual(['malformed', 'record']);
    }
    expect(readAll(`${torn.slice(0, 60)}${record(5)}\n`)).toMatchObject([
      { kind: 'malformed', offset: 0, end: 60, sourceLine: 1 },
      { kind: 'record', offset: 60, bytes: record(5), glued: true, sourceLine: 1 },
    ]);
  });

  it('takes no part of a torn record for a record, whether its beginning or its end is missing', () => {
    const torn = record(4);
    for (let cut = 1; cut < torn.length; cut += 1) {
      expect(kinds(`${torn.slice(0, cut)}\n`), torn.slice(0, cut)).toEqual(['malformed']);
      expect(kinds(`${torn.slice(cut)}\n`), torn.slice(cut)).toEqual(['malformed']);
      expect(uuids(`${torn.slice(cut)}${record(5)}\n`), torn.slice(cut)).toEqual(['u5']);
    }
  });

  it('recovers records with a comma, a mark or padding between them, and several after a fragment', () => {
    for (const between of [',', ' , ', '\ufeff', '\0\0\0', ''])
      expect(kinds(`${record(1)}${between}${record(2)}\n`), JSON.stringify(between)).toEqual(['record', 'record']);
    expect(kinds(`${record(1)},\n`)).toEqual(['record']);
    expect(kinds(`${record(1).slice(0, 90)}${record(2)},${record(3)}{"ty\n`)).toEqual([
      'malformed',
      'record',
      'record',
      'malformed',
    ]);
    expect(kinds(`${record(1)} oops\n`)).toEqual(['record', 'malformed']);
  });

  it('drops the mark at the start of any line', () => {
    expect(uuids(`\ufeff${record(1)}\n\ufeff${record(2)}\n`)).toEqual(['u1', 'u2']);
  });

  it('recovers a record after a fragment that ends inside a character', () => {
    const torn = Buffer.from('{"type":"user","text":"é').subarray(0, -1);
    const lines = readAll(Buffer.concat([torn, Buffer.from(`${record(5)}\n`)]));
    expect(lines).toMatchObject([{ kind: 'malformed' }, { kind: 'record', value: { uuid: 'u5' } }]);
  });

  it('says the same of a growing line as of the whole one', () => {
    const line = `${record(1).slice(0, 70)}${record(2)}${record(3)}\n`;
    for (let end = 1; end < line.length; end += 1) {
      const first = readAll(line.slice(0, end)).filter(({ kind }) => kind !== 'deferred');
      const offset = first.at(-1)?.end ?? 0;
      const then = offset === 0 ? readAll(line) : readAll(line, { offset, line: 1 });
      const found = [...(offset === 0 ? [] : first), ...then]
        .filter(({ kind }) => kind !== 'blank')
        .map(({ kind, sourceLine }) => `${kind} ${sourceLine}`);
      expect(found, line.slice(0, end)).toEqual(['malformed 1', 'record 1', 'record 1']);
    }
  });

  it.each([
    '{',
    '{}',
    '{},',
    '{"a":',
    '{"a{"',
    '{"a":{},',
    '{"a":1}{',
    'x{"type":"a"},',
    '{"a":[{"type":"a"},',
    '{"        ',
    '{"a":"\\',
  ])('takes time in proportion to a hostile line of %s', (family) => {
    const from = process.cpuUsage();
    kinds(`${family.repeat((1 << 20) / family.length)}!\n`);
    // A quadratic search takes minutes; a slow machine does not take ten times too long.
    expect(process.cpuUsage(from).user / 1000).toBeLessThan(5000);
  });
});
