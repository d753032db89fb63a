// What keeping transcripts costs at least, in one Node process that does nothing clever: every line of every .jsonl file and
// every .json document parsed (`parse`); its bytes hashed and looked at once, pair by pair, as a scan for secrets must (`look`); and written to a
// file of its own (`write`), which is then made durable with its name (`durable`).
// node bench/import-floor.mjs parse|look|write|durable TARGET FOLDER…
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const STEPS = ['parse', 'look', 'write', 'durable'];
const LINE_FEED = 10;
const [step, target, ...folders] = process.argv.slice(2);
const level = STEPS.indexOf(step);
/** A table as large as one that knows every pair of bytes. */
const marks = new Uint16Array(65_536);
let seen = 0;

function parseLines(bytes, isDocument) {
  if (isDocument) {
    JSON.parse(bytes.toString());
    return;
  }
  let from = 0;
  for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, from)) {
    JSON.parse(bytes.toString('utf8', from, end));
    from = end + 1;
  }
}

function lookAt(bytes) {
  for (let at = 0; at + 1 < bytes.length; at += 2) seen += marks[bytes[at] | (bytes[at + 1] << 8)];
  createHash('sha256').update(bytes).digest();
}

function syncFolder(path) {
  const fd = openSync(path, 'r');
  fsyncSync(fd);
  closeSync(fd);
}

function writeCopy(bytes) {
  const folder = join(target, randomBytes(1).toString('hex'));
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  const name = join(folder, randomBytes(8).toString('hex'));
  const fd = openSync(`${name}.part`, 'wx');
  writeSync(fd, bytes);
  if (level > 2) fsyncSync(fd);
  closeSync(fd);
  renameSync(`${name}.part`, name);
  if (level > 2) syncFolder(folder);
}

for (const folder of folders) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.jsonl?$/.test(entry.name)) continue;
    const bytes = readFileSync(join(entry.parentPath ?? entry.path, entry.name));
    parseLines(bytes, entry.name.endsWith('.json'));
    if (level > 0) lookAt(bytes);
    if (level > 1) writeCopy(bytes);
  }
}
console.log(seen);
