import { comesAfter } from './name-probe.ts';
import { isReference } from './named-value.ts';
import type { SecretRule } from './secret-rule.ts';

/** How far from its kind the data of a Secret is looked for, in characters, to both sides. */
const REACH = 16 * 1024;
const KIND = ': Secret';
const JSON_KIND = '"Secret';

type Range = readonly [start: number, end: number];

/** The document of a stream that holds a place, as far as it reaches; another Secret ends it too. */
function documentAround(text: string, at: number): Range {
  const before = text.slice(Math.max(0, at - REACH), at);
  const other = before.lastIndexOf(KIND);
  const inside = before.slice(other + 1);
  const start = at - inside.length + (inside.lastIndexOf('\n---') + 1);
  const after = text.slice(at + KIND.length, at + REACH);
  const next = after.indexOf(KIND);
  const rest = next === -1 ? after : after.slice(0, next);
  const mark = rest.indexOf('\n---');
  return [start, at + KIND.length + (mark === -1 ? rest.length : mark)];
}

function indentOf(line: string): number {
  return /^[ -]*/.exec(line)?.[0].length ?? 0;
}

/** The values below `data:` and `stringData:` of a Secret in YAML, block texts line by line. */
function yamlValues(text: string, at: number): readonly Range[] {
  const lineStart = text.lastIndexOf('\n', at) + 1;
  const depth = indentOf(text.slice(lineStart, at));
  const [from, to] = documentAround(text, at);
  const found: Range[] = [];
  let offset = from;
  let isData = false;
  for (const line of text.slice(from, to).split('\n')) {
    const indent = indentOf(line);
    if (line.trim() !== '' && indent <= depth) isData = indent === depth && /^[ -]*(?:stringData|data):\s*$/.test(line);
    else if (isData) found.push(...valueRange(line, offset));
    offset += line.length + 1;
  }
  return found;
}

/** The value of `key: value`, or a line of a text that a key above began. */
function valueRange(line: string, offset: number): readonly Range[] {
  const match = /^\s*(?:[\w.-]{1,253}:(?:\s+|$))?["']?(?<value>[^\s"'|>#].*?)["']?\s*$/d.exec(line);
  const range = match?.indices?.groups?.['value'];
  if (range === undefined || isReference(match?.groups?.['value'] ?? '')) return [];
  return range[1] - range[0] < 3 ? [] : [[offset + range[0], offset + range[1]]];
}

const JSON_DATA = /\\*"(?:stringData|data)\\*"\s*:\s*\{([^{}]*)\}/dg;
const JSON_MEMBER = /\\*"[\w.-]{1,253}\\*"\s*:\s*\\*"([^"\\]{3,})/dg;

/** The values of `data` and `stringData` of a Secret in JSON. */
function jsonValues(text: string, at: number): readonly Range[] {
  const before = text.slice(Math.max(0, at - REACH), at);
  const after = text.slice(at, at + REACH);
  const next = after.indexOf(JSON_KIND, 1);
  const from = at - before.length + before.lastIndexOf(JSON_KIND) + 1;
  const found: Range[] = [];
  for (const block of text.slice(from, next === -1 ? at + REACH : at + next).matchAll(JSON_DATA)) {
    const start = from + (block.indices?.[1]?.[0] ?? 0);
    for (const { indices } of (block[1] ?? '').matchAll(JSON_MEMBER)) {
      const value = indices?.[1];
      if (value !== undefined) found.push([start + value[0], start + value[1]]);
    }
  }
  return found;
}

/** Values of Secrets of Kubernetes, which are base64 and look like anything. */
export const KUBERNETES_SECRET: readonly SecretRule[] = [
  {
    id: 'kubernetes-secret',
    anchors: [': S'],
    probe: comesAfter('kind'),
    contextual: true,
    pattern: /(?<=kind): Secret(?![\w-])/,
    spans: yamlValues,
  },
  {
    id: 'kubernetes-secret',
    anchors: [JSON_KIND],
    contextual: true,
    pattern: /(?<="kind\\{0,8}"\s{0,4}:\s{0,4}\\{0,8})"Secret\\{0,8}"/,
    spans: jsonValues,
  },
];
