import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { dirname, join, parse, sep } from 'node:path';
import { MAX_SOURCE_LINE_BYTES } from '../source-lines.ts';

const MARK = Buffer.from('blob:sha256:');
/** An image's data that lies in a file of its own. A quoted text can not look like this: its quotes are escaped. */
const REFERENCE = /"data"(\s*:\s*)"blob:sha256:([0-9a-f]{64})"/g;
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;

/** The agent's folder of images: it stands beside the folder of sessions that the path is in. */
export function blobFolder(path: string): string | undefined {
  const parts = dirname(path).split(sep);
  const at = parts.lastIndexOf('sessions');
  if (at < 1) return undefined;
  const folder = join(parts.slice(0, at).join(sep) || parse(path).root, 'blobs');
  try {
    return lstatSync(folder).isDirectory() ? folder : undefined;
  } catch {
    return undefined;
  }
}

function readWhole(descriptor: number, most: number): Buffer | undefined {
  const stats = fstatSync(descriptor);
  if (!stats.isFile() || stats.size > most) return undefined;
  const bytes = Buffer.alloc(stats.size);
  let fill = 0;
  while (fill < bytes.length) {
    const count = readSync(descriptor, bytes, fill, bytes.length - fill, fill);
    if (count === 0) return undefined;
    fill += count;
  }
  return bytes;
}

/** Reads a file that is named by the digest of its content, without following a link; undefined for anything else. */
function readBlob(folder: string, sha256: string): Buffer | undefined {
  let descriptor: number;
  try {
    const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
    descriptor = openSync(join(folder, sha256), flags);
  } catch {
    return undefined;
  }
  try {
    const bytes = readWhole(descriptor, MAX_SOURCE_LINE_BYTES);
    return bytes !== undefined && createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

function toBase64(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  return BASE64.test(text) ? text.replace(/\s+/g, '') : bytes.toString('base64');
}

/**
 * Puts the images that a record names back into it; undefined when it names none that can be read, or would grow beyond
 * what a record may be. Only files of the folder itself are read, and only those whose content has the digest they are
 * named by.
 */
export function inlineBlobs(bytes: Uint8Array, folder: string): Uint8Array | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.includes(MARK)) return undefined;
  let size = buffer.length;
  let found = false;
  const text = buffer.toString('utf8').replace(REFERENCE, (reference, colon: string, sha256: string) => {
    const content = readBlob(folder, sha256);
    const data = content === undefined ? '' : toBase64(content);
    if (data === '' || size + data.length > MAX_SOURCE_LINE_BYTES) return reference;
    size += data.length;
    found = true;
    return `"data"${colon}"${data}"`;
  });
  return found ? Buffer.from(text) : undefined;
}
