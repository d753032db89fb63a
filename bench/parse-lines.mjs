// What reading transcripts costs at least: every line of every .jsonl file below the folders, and every .json document,
// parsed in one process.
// Bounded memory: chunks of 1 MiB, split at line feeds.
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';

const CHUNK = 1024 * 1024;
const LINE_FEED = 10;
let lines = 0;

function parseLine(bytes) {
  JSON.parse(bytes.toString());
  lines += 1;
}

function parseFile(path, buffer) {
  const fd = openSync(path, 'r');
  let kept = Buffer.alloc(0);
  for (;;) {
    const count = readSync(fd, buffer, 0, CHUNK, null);
    if (count === 0) break;
    const read = buffer.subarray(0, count);
    const bytes = kept.length === 0 ? read : Buffer.concat([kept, read]);
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, from)) {
      parseLine(bytes.subarray(from, end));
      from = end + 1;
    }
    kept = Buffer.from(bytes.subarray(from));
  }
  if (kept.length > 0) parseLine(kept);
  closeSync(fd);
}

const buffer = Buffer.allocUnsafe(CHUNK);
for (const folder of process.argv.slice(2)) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isFile() && entry.name.endsWith('.jsonl')) parseFile(path, buffer);
    if (entry.isFile() && entry.name.endsWith('.json')) parseLine(readFileSync(path));
  }
}
console.log(lines);
