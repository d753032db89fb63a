/** Secrets stop at the write boundary, wherever in a transcript they stand. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importClaude, listAll, succeed, told } from '../support/case-answers.ts';
import { filesHolding } from '../support/case-files.ts';
import { loom, openSandbox, type Sandbox } from '../support/case-sandbox.ts';
import {
  type ClaudeRecord,
  claudeRecords,
  nativeId,
  toolRound,
  writeRecords,
  writeSource,
} from '../support/claude-fixture.ts';

/** Built at run time, so that no scanner takes this file for a leak. */
const body = 'Q7mZ2kP9xW4vB8nR3tY6uL1dF5gH0jS2aC4e';
const token = `ghp_${body}`;
const shapes: readonly [string, string, string][] = [
  ['a GitHub token', token, body],
  ['an Anthropic key', `sk-ant-api03-${body}${body}${body.slice(0, 21)}AA`, body],
  ['an AWS access key', `AKIA${'QZ7MKP2XWVB4NRTY'}`, 'QZ7MKP2XWVB4NRTY'],
  ['a Slack token', `xoxb-481516234200-${body.slice(0, 24)}`, body.slice(0, 24)],
  ['a password in a URL', `postgres://keeper:${body.slice(0, 14)}@db.harbour.test/log`, body.slice(0, 14)],
  ['a bearer header', `Authorization: Bearer ${body}`, body],
  ['an assignment', `export HARBOUR_API_TOKEN=${body}`, body],
  ['a JSON member', `{"api_key": "${body}"}`, body],
  ['a private key', `-----BEGIN RSA PRIVATE KEY-----\n${body}\n${body}\n-----END RSA PRIVATE KEY-----`, body],
];

/** Puts `text` into every string leaf and key that may hold free text. */
function drenched(box: Sandbox, text: string): ClaudeRecord[] {
  const plan = {
    sessionId: nativeId(1),
    cwd: join(box.work, 'plain'),
    prompt: () => `use ${text} now`,
    answer: () => `I used ${text}.`,
  };
  const input = {
    command: `curl -H "${text}"`,
    file_path: `/srv/${text}/a.ts`,
    [`key ${text}`]: { deep: [text, { [text]: text }] },
  };
  const round = toolRound(plan, { name: `Bash ${text}`, input, output: [{ type: 'text', text: `out ${text}` }] });
  const think = { type: 'thinking', thinking: `I saw ${text}`, signature: 'c2ln' };
  const [ask, call, result, close] = round as [ClaudeRecord, ClaudeRecord, ClaudeRecord, ClaudeRecord];
  const closing = close['message'] as ClaudeRecord;
  return [
    ask,
    { ...call, [text]: 'a key at the top', note: text },
    { ...result, toolUseResult: { stdout: text, filePath: `/srv/${text}`, nested: JSON.stringify({ inner: text }) } },
    { ...close, message: { ...closing, content: [think, ...(closing['content'] as unknown[])] } },
    { type: 'custom-title', customTitle: `title ${text}`, sessionId: nativeId(1) },
    { type: 'summary', summary: `summary ${text}`, leafUuid: String(close['uuid']) },
    {
      type: 'system',
      subtype: 'informational',
      content: text,
      uuid: 'sys-1',
      parentUuid: close['uuid'],
      sessionId: nativeId(1),
      timestamp: '2026-02-11T00:00:00.000Z',
    },
    { type: 'novel-kind', [text]: [[text]], gitBranch: text },
  ];
}

test.each(shapes)(
  '%s in every leaf and key is nowhere in the store, and nowhere in an answer',
  (_name, text, needle) => {
    const box = openSandbox();
    const report = importClaude(box, writeRecords(join(box.root, `${nativeId(1)}.jsonl`), drenched(box, text)));
    expect(report.sessions.added).toBe(1);
    expect(JSON.stringify(report)).toMatch(/redact/i);
    listAll(box);
    expect(filesHolding(box.store, needle)).toEqual([]);
    for (const args of [
      ['sessions', 'show', nativeId(1), '--json'],
      ['export', '--all'],
      ['sessions', 'export', nativeId(1), '--mode', 'full'],
    ]) {
      const run = loom(box, args);
      expect(run.code, told(run)).toBe(0);
      expect(run.stdout, args.join(' ')).not.toContain(needle);
    }
  },
);

test('a secret in paths, folder names and titles given by hand is not stored', () => {
  const box = openSandbox();
  const records = claudeRecords({
    sessionId: nativeId(1),
    cwd: `/srv/${token}/work`,
    pairs: 2,
    extra: { gitBranch: `fix/${token}` },
  });
  importClaude(box, writeRecords(join(box.root, token, `${nativeId(1)}.jsonl`), records));
  succeed(box, ['sessions', 'rename', nativeId(1), `watch ${token}`]);
  succeed(box, ['sessions', 'start', '--title', `by hand ${token}`]);
  loom(box, ['sessions', 'show', token, '--debug']);
  loom(box, ['import', 'claude', join(box.root, token, 'none.jsonl'), '--debug']);
  listAll(box);
  expect(filesHolding(box.store, body)).toEqual([]);
});

test('a secret split by JSON escapes, doubly encoded or cut by a damaged line is not stored', () => {
  const box = openSandbox();
  const [ask, reply] = claudeRecords({ sessionId: nativeId(1), cwd: box.work, pairs: 1 });
  const plain = JSON.stringify({ ...ask, message: { role: 'user', content: `use ${token}` } });
  const escaped = plain.replace('ghp_', '\\u0067hp_').replace(body, body.replace('Q7', '\\u00517'));
  const twice = JSON.stringify({ ...reply, note: JSON.stringify({ a: JSON.stringify({ b: token }) }) });
  const broken = plain.slice(0, plain.indexOf(body) + body.length);
  const file = join(box.root, `${nativeId(1)}.jsonl`);
  const text = `${escaped}\n${twice}\n${broken}\n`;
  loom(box, ['import', 'claude', writeSource(file, text)]);
  expect(listAll(box)).toHaveLength(1);
  expect(filesHolding(box.store, body)).toEqual([]);
  expect(filesHolding(box.store, body.slice(2))).toEqual([]);
});

test('what only looks like a secret is kept to the byte', () => {
  const box = openSandbox();
  const harmless = [
    '3f786850e387550fdab836ed7e6dc881de23001b',
    '0192b5c0-7d3a-7c11-9f0e-5b2a6a6f1c11',
    'toolu_01A09q90qw90lq917835lq9',
    'sha512-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08==',
    'process.env.API_TOKEN',
    'token: nextTokenFromStream',
  ];
  const prompt = () => harmless.join(' and ');
  importClaude(
    box,
    writeRecords(
      join(box.root, `${nativeId(1)}.jsonl`),
      claudeRecords({ sessionId: nativeId(1), cwd: box.work, pairs: 1, prompt }),
    ),
  );
  expect(filesHolding(join(box.store, 'transcripts'), harmless.join(' and '))).toHaveLength(1);
});
