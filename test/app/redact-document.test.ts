import { describe, expect, it } from 'vitest';
import { redactDocument } from '../../src/app/redact-document.ts';
import { draw } from '../redaction/secret-samples.ts';
import { testRedactor } from '../redaction/test-redactor.ts';

const app = { redactor: testRedactor() };
const password = `tulip-${draw(6)}-77`;

describe('a redacted document', () => {
  it('of JSON lines stays JSON lines, spelled as it was', () => {
    const text = `{"a": 12345678901234567890, "password": "${password}"}\n\nnot json: password=${password}\n[1, "<private>x"]\n`;
    const { format, text: safe, rules } = redactDocument(app, text);
    expect(format).toBe('jsonl');
    expect(safe).not.toContain(password);
    expect(safe).toMatch(
      /^\{"a": 12345678901234567890, "password": "\[redacted:named-secret:[0-9a-f]{8}\]"\}\n\nnot json/,
    );
    expect(safe.endsWith('"]\n')).toBe(true);
    expect(rules).toEqual({ 'named-secret': 2, private: 1 });
  });

  it('of JSON keeps the escapes of its source, so that nothing a screen acts on appears', () => {
    const text = `{"a":"\\u202e\\u0085\\u00e9\\ud83d\\ude00 é password=${password} 雪","b":"{\\"token\\":\\"${password}\\\\u2066\\"}"}`;
    const { text: safe } = redactDocument(app, text);
    expect(safe).not.toContain(password);
    expect(safe).not.toMatch(/[\u202e\u0085\u2066]/u);
    expect(safe).toMatch(/^\{"a":"\\u202e\\u0085é\\ud83d\\ude00 é password=\[redacted:[^\]]*\] 雪"/);
    expect(JSON.parse(safe).a).toMatch(/^\u202e\u0085é😀 é/u);
  });

  it('of one JSON value over several lines keeps its layout', () => {
    const text = `\uFEFF{\n  "list": [1, 2],\n  "password": "${password}"\n}\n`;
    const { format, text: safe } = redactDocument(app, text);
    expect(format).toBe('json');
    expect(safe.replace(/\[redacted:[^\]]*\]/, password)).toBe(text);
  });

  it('of plain text hides what spans lines', () => {
    const key = `${'-'.repeat(5)}BEGIN PRIVATE KEY${'-'.repeat(5)}\n${draw(64)}\n${draw(20)}\n`;
    const { format, text: safe } = redactDocument(app, `a\n${key}`);
    expect(format).toBe('text');
    expect(safe).toMatch(/^a\n\[redacted:private-key:[0-9a-f]{8}\]\n?$/);
  });

  it('names each new secret once, with its line and count, and leaves earlier placeholders out', () => {
    const { found } = redactDocument(
      app,
      `[redacted:github:00000000]\n\npassword=${password}\nagain password=${password}\n`,
    );
    expect(found).toEqual([{ rule: 'named-secret', tag: expect.stringMatching(/^[0-9a-f]{8}$/), count: 2, line: 3 }]);
  });

  it.each(['', '\n', '{', '[1,2', '{"a":1}', '"just a string"'])('leaves %j as it is', (text) => {
    expect(redactDocument(app, text)).toMatchObject({ text, rules: {}, found: [] });
  });
});
