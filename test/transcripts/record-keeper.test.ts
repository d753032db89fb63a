import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type KeptContent, RecordKeeper } from '../../src/transcripts/kept-line.ts';
import { draw, privateKey, SAMPLES } from '../redaction/secret-samples.ts';
import { testRedactor } from '../redaction/test-redactor.ts';
import { fc } from '../support/properties.ts';

const sha256 = (content: string | Uint8Array): Uint8Array => createHash('sha256').update(content).digest();
const keeper = new RecordKeeper({ redactor: testRedactor(), sha256 });
const { redact, redactUnderKey } = testRedactor();
/** Shows every string to the redactor: what it keeps, the quick way must keep too. */
const thorough = new RecordKeeper({ redactor: { redact, redactUnderKey }, sha256 });

function keepText(text: string, by = keeper): KeptContent {
  return by.keep({ bytes: Buffer.from(text), sourceLine: 1, at: null });
}
const kept = (text: string): string => keepText(text).record.toString();

/** Writes a text as JSON with every character as an escape. */
function escaped(text: string): string {
  return `"${Array.from(text, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
}

describe('a kept record', () => {
  it('is the bytes of the source when nothing is replaced', () => {
    for (const text of [
      '{"a":1}',
      '[]',
      '"x"',
      '{"big":12345678901234567890,"e":1e400,"z":-0,"a":1,"a":2}',
      '{ "spaced" : [ 1 , 2 ] }',
      '{"s":"\\ud800 \\u00e9 \\u001b[0m \\/ é"}',
      '{"__proto__":{"x":1}}',
    ]) {
      expect(kept(text)).toBe(text);
    }
  });

  it('differs only in the strings that were replaced', () => {
    const text = '{"n":1.50,"password":"pw-violet-77","n":1e2,"z":"\\u00e9","list":[12345678901234567890]}';
    expect(kept(text)).toMatch(
      /^\{"n":1\.50,"password":"\[redacted:named-secret:[0-9a-f]{8}\]","n":1e2,"z":"\\u00e9","list":\[12345678901234567890\]\}$/,
    );
  });

  it('is on one line, and white space inside strings stays', () => {
    expect(kept('{\n  "a" : "x  y\\n",\r\n\t"b": [ 1,\n 2 ]\n}\n')).toBe('{"a":"x  y\\n","b":[1,2]}');
  });

  it('names replaced strings by pointers that content cannot forge', () => {
    const forged = '[redacted:named-secret:00000000] [blob:aa]';
    const { subs } = keepText(JSON.stringify({ 'a/b': { '~': [forged, { password: 'pw-violet-77' }] } }));
    expect(subs).toEqual([{ pointer: '/a~1b/~0/1/password', kind: 'redacted', rules: ['named-secret'] }]);
  });

  it('names the member of a replaced key as it is kept', () => {
    const secret = `ghp_${draw(36)}`;
    const { subs, record } = keepText(JSON.stringify({ [secret]: { password: 'pw-violet-77' } }));
    expect(JSON.stringify(subs) + record.toString()).not.toContain(secret);
    expect(subs.map(({ pointer }) => pointer)).toEqual([
      expect.stringMatching(/^\/\[redacted:github:[0-9a-f]{8}\]#$/),
      expect.stringMatching(/^\/\[redacted:github:[0-9a-f]{8}\]\/password$/),
    ]);
  });

  it('does not point at a member that a later one of the same name hides', () => {
    const long = 'moor '.repeat(20_000);
    const { subs } = keepText(`{"a":${JSON.stringify(long)},"a":"[blob:forged]"}`);
    expect(subs).toEqual([]);
    expect(keepText(`{"a":{"b":[${JSON.stringify(long)}]},"a":{"b":["[blob:forged]"]}}`).subs).toEqual([]);
    expect(keepText(`{"a":"[blob:forged]","a":${JSON.stringify(long)}}`).subs).toHaveLength(1);
  });

  it('finds a long string whatever is escaped in it, and whatever stands beside it', () => {
    for (const long of [
      'moor '.repeat(14_000),
      'a "b" '.repeat(12_000),
      '\\\\'.repeat(40_000),
      `x${'\u00e9'.repeat(33_000)}`,
    ]) {
      const { blobs, record } = keepText(JSON.stringify({ a: 'short', long, b: ['short'] }));
      expect(blobs.map(({ content }) => Buffer.from(content).toString())).toEqual([long]);
      expect(record.length).toBeLessThan(1000);
    }
  });

  it('leaves images and signatures alone', () => {
    const image = `iVBORw0KGgo${draw(2000)}=`;
    const { blobs, redactions } = keepText(
      JSON.stringify({ source: { type: 'base64', media_type: 'image/png', data: image } }),
    );
    expect(blobs.map(({ content }) => Buffer.from(content).toString())).toEqual([image]);
    expect(redactions).toEqual({});
    const signature = JSON.stringify({ type: 'thinking', signature: `EqQBCkYIBxgCKkD${draw(700)}==` });
    expect(kept(signature)).toBe(signature);
  });

  it('refuses what is no JSON value on the slow way', () => {
    for (const bad of [
      '{"a":"\u0001"}',
      '{"a":1,\n}',
      '\n{"a":1} {"b":2}',
      '{"token":"\\q"}',
      '{"token: x"',
      '{"password":01}',
      `{"password":tru}`,
    ]) {
      expect(() => kept(bad), bad).toThrow(expect.objectContaining({ code: 'record-not-kept' }));
    }
  });
});

describe('a canary', () => {
  const canary = `ghp_${draw(36)}`;
  const needle = canary.slice(8);
  const record = {
    type: 'assistant',
    uuid: canary,
    message: {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: `hm, ${canary}.`, signature: canary },
        {
          type: 'tool_use',
          name: canary,
          input: {
            command: `echo ${canary}`,
            [canary]: canary,
            nested: JSON.stringify({ a: JSON.stringify([canary]) }),
          },
        },
      ],
    },
    cwd: `/home/${canary}/x`,
    list: [[canary], { deep: { [`k ${canary}`]: [canary] } }],
    encoded: Buffer.from(`a line\nand then ${canary}`).toString('base64'),
  };

  it('in every string and key does not survive', () => {
    const content = keepText(JSON.stringify(record));
    const text = content.record.toString() + JSON.stringify(content.subs);
    expect(text).not.toContain(needle);
    const encoded = (JSON.parse(content.record.toString()) as { encoded: string }).encoded;
    expect(Buffer.from(encoded, 'base64').toString()).not.toContain(needle);
  });

  it('does not survive alone in any one place', () => {
    const places: readonly ((secret: string) => string)[] = [
      (secret) => `{"a":"${secret}"}`,
      (secret) => `{"${secret}":1}`,
      (secret) => `[["x",{"b":["${secret}"]}]]`,
      (secret) => `{"a":"line\\n${secret}\\tx"}`,
      (secret) => `{"a":${escaped(secret)}}`,
      (secret) => `{${escaped(secret)}:"v"}`,
      (secret) => `{"a":"\\u0067${secret.slice(1)}"}`,
      (secret) => JSON.stringify({ a: JSON.stringify({ b: secret }) }),
      (secret) => JSON.stringify({ a: `{"b":${escaped(secret)}}` }),
      (secret) => JSON.stringify({ a: JSON.stringify({ b: `{"c":${escaped(secret)}}` }) }),
      (secret) => JSON.stringify({ a: `x \u001b[31m${secret}` }),
      (secret) => `{"a":"\\u001b[31m${secret}"}`,
      (secret) => `{"é":"é${secret}"}`,
    ];
    for (const place of places) {
      const text = place(canary);
      const content = keepText(text);
      expect(content.record.toString(), text).not.toContain(needle);
      expect(JSON.stringify(JSON.parse(content.record.toString())), text).not.toContain(needle);
      expect(content.redactions, text).toEqual({ github: 1 });
    }
  });

  it('behind an escaped slash does not survive', () => {
    const text =
      '{"a":"postgres:\\/\\/u:pw-violet-77@db\\/x","b":"https:\\/\\/hooks.slack.com\\/services\\/T0\\/B0\\/violetviolet77"}';
    expect(kept(text)).not.toContain('violet');
  });

  it('under an escaped name does not survive', () => {
    expect(kept(`{${escaped('password')}:"pw-violet-77"}`)).not.toContain('violet');
    expect(kept(`{"password":["pw-violet-77"]}`)).not.toContain('violet');
  });
});

describe('the quick way', () => {
  it('keeps what the thorough way keeps', () => {
    const secrets = [
      ...SAMPLES.map(({ make }) => make()),
      'password=pw-violet-77',
      'Authorization: Bearer abc123def456',
      privateKey('', 'FAKEBODY'),
      'curl -u a:pw-violet-77',
      'Cookie: a=12345678',
      '--token abc123def',
      'https://a:b@c.example',
    ];
    const piece = fc.oneof(
      fc.constantFrom(...secrets),
      fc.string({ maxLength: 12 }),
      fc.constantFrom('\n', '"', '\\', ' ', '/', '\u001b[0m', 'é'),
    );
    const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        text,
        fc.integer(),
        fc.constant(null),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(fc.oneof(text, fc.constantFrom('password', 'token', 'note')), tie('node'), { maxKeys: 3 }),
      ),
    })).node;
    const spelling = fc.constantFrom<(json: string) => string>(
      (json) => json,
      (json) => json.replaceAll('/', '\\/'),
      (json) => json.replaceAll('s', '\\u0073'),
      (json) => json.replaceAll(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
    );
    fc.assert(
      fc.property(value, spelling, (record, spell) => {
        const source = spell(JSON.stringify(record));
        const quick = keepText(source);
        const slow = keepText(source, thorough);
        expect(quick.record.toString()).toBe(slow.record.toString());
        expect(quick.subs).toEqual(slow.subs);
      }),
      { numRuns: 1500 },
    );
  });

  it('keeps any JSON value without secrets, compact or pretty', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
        const source = JSON.stringify(value, null, indent);
        const { record, subs } = keepText(source);
        if (subs.length > 0) return;
        expect(record.toString()).toBe(source.includes('\n') ? JSON.stringify(value) : source);
      }),
      { numRuns: 500 },
    );
  });
});
