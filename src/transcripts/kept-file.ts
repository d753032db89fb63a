import { closeSync, fstatSync } from 'node:fs';
import { guardStorage, type OpenedFile, openForReading, readFully } from './durable-file.ts';
import type { KeptBytes } from './kept-records.ts';

const CHUNK = 1024 * 1024;
const STEP = 64 * 1024;

/** An open kept transcript, up to the length the journal names. */
export interface OpenKeptFile extends KeptBytes {
  close(): void;
}

const NOTHING: OpenKeptFile = {
  length: 0,
  chunks: () => [],
  lastLineHead: () => Buffer.alloc(0),
  close: () => undefined,
};

/** Opens a kept transcript for reading; an absent file has no bytes. */
export function openKeptFile(path: string, named: number): OpenKeptFile {
  const fd = openForReading(path);
  if (fd === undefined) return NOTHING;
  const length = Math.min(fstatSync(fd).size, named);
  return {
    length,
    chunks: (from = 0) => readChunks({ fd, path }, from, length),
    lastLineHead: () => guardStorage('read', path, () => readLastLineHead(fd, length)),
    close: () => closeSync(fd),
  };
}

function* readChunks({ fd, path }: OpenedFile, from: number, to: number): Generator<Buffer> {
  for (let at = from; at < to; ) {
    const chunk = guardStorage('read', path, () => readFully(fd, Math.min(CHUNK, to - at), at));
    if (chunk.length === 0) return;
    at += chunk.length;
    yield chunk;
  }
}

function readLastLineHead(fd: number, length: number): Buffer {
  let end = Math.max(length - 1, 0);
  while (end > 0) {
    const start = Math.max(end - STEP, 0);
    const found = readFully(fd, end - start, start).lastIndexOf(0x0a);
    if (found !== -1) return readFully(fd, Math.min(STEP, length - start - found - 1), start + found + 1);
    end = start;
  }
  return readFully(fd, Math.min(STEP, length), 0);
}
