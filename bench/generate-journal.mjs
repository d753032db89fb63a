// Lets the journal of a store grow to a size, by events that hooks would have written.
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SEGMENT_BYTES = 31 * 1024 * 1024;
const SESSIONS = 200;

function ulid(millis) {
  let time = '';
  for (let rest = millis, n = 0; n < 10; n += 1, rest = Math.floor(rest / 32)) time = DIGITS[rest % 32] + time;
  return time + [...randomBytes(16)].map((byte) => DIGITS[byte % 32]).join('');
}

function sumOf(line) {
  return createHash('sha256').update(line).digest().subarray(0, 16).toString('base64url');
}

function sessionId(n) {
  return String(n).padStart(16, '0');
}

/** One line as the journal holds it; what it says is invented and long. */
function lineOf(prev, n) {
  const id = ulid(1_772_355_600_000 + n);
  const at = new Date(1_772_355_600_000 + n).toISOString();
  const head = {
    v: 1,
    id,
    prev,
    stream: `session/${sessionId(n % SESSIONS)}`,
    type: 'prompt.submitted',
    at,
    recorded: at,
  };
  const text = `raise the tide of gauge ${n} `.repeat(100);
  const rest = { commit: [id, 0, 1], by: { kind: 'hook', agent: 'claude-code' }, trust: 'untrusted', data: { text } };
  const line = JSON.stringify({ ...head, ...rest }).slice(0, -1);
  return { id, line: `${line},"sum":"${sumOf(line)}"}\n` };
}

function lastId(folder, name) {
  return JSON.parse(readFileSync(join(folder, name), 'utf8').trimEnd().split('\n').at(-1)).id;
}

/** Appends to a store that a first hook made until its journal has that many bytes. */
export function growJournal(store, bytes) {
  const folder = join(store, 'journal');
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  let [segment, prev, written, n] = [names.length, lastId(folder, names.sort().at(-1)), 0, 0];
  while (written < bytes) {
    const fd = openSync(join(folder, `${String(segment).padStart(6, '0')}.jsonl`), 'a', 0o600);
    for (let size = 0; size < SEGMENT_BYTES && written < bytes; n += 1) {
      const { id, line } = lineOf(prev, n);
      prev = id;
      size += writeSync(fd, line);
      written += Buffer.byteLength(line);
    }
    closeSync(fd);
    segment += 1;
  }
}
