/** Bytes of one physical line, without its line feed, or the notice that it was longer than allowed. */
export interface LineFrame {
  /** Valid until the next frame is asked for; `undefined` for a line that was skipped because of its length. */
  readonly bytes: Buffer | undefined;
  readonly offset: number;
  /** Byte after the line, line feed included. */
  readonly end: number;
  readonly terminated: boolean;
}

/** Where lines come from. */
export interface ByteSource {
  /** Fills `into` from a position of the source; returns the number of bytes, 0 at its end. */
  readonly read: (into: Uint8Array, position: number) => number;
}

/** Bytes read at once; most sources are small, and a large buffer for each of them is work for the garbage collector. */
const CHUNK = 128 * 1024;
const LF = 0x0a;
/** A buffer that nobody reads from at present: thousands of small sources are read one after the other. */
let spare: Buffer | undefined;

function takeBuffer(): Buffer {
  const bytes = spare ?? Buffer.allocUnsafe(CHUNK);
  spare = undefined;
  return bytes;
}

/** The buffer over a stretch of the source: `bytes[0]` lies at `base`; bytes before `start` are done with. */
interface Window {
  bytes: Buffer;
  base: number;
  start: number;
  fill: number;
}

/** Makes room and reads on; returns the number of new bytes. */
function readMore(window: Window, source: ByteSource, maxBytes: number): number {
  if (window.start > 0) {
    window.bytes.copyWithin(0, window.start, window.fill);
    window.base += window.start;
    window.fill -= window.start;
    window.start = 0;
  }
  if (window.fill === window.bytes.length) {
    const grown = Buffer.allocUnsafe(Math.min(window.bytes.length * 2, maxBytes + CHUNK));
    window.bytes.copy(grown, 0, 0, window.fill);
    window.bytes = grown;
  }
  const count = source.read(window.bytes.subarray(window.fill), window.base + window.fill);
  window.fill += count;
  return count;
}

/** Reads past the rest of an overlong line, holding one buffer only. */
function skipLine(window: Window, source: ByteSource): LineFrame {
  const offset = window.base + window.start;
  let from = window.fill;
  for (;;) {
    const found = window.bytes.subarray(from, window.fill).indexOf(LF);
    if (found >= 0) {
      window.start = from + found + 1;
      return { bytes: undefined, offset, end: window.base + window.start, terminated: true };
    }
    window.base += window.fill;
    window.start = 0;
    window.fill = 0;
    from = 0;
    window.fill = source.read(window.bytes, window.base);
    if (window.fill === 0) return { bytes: undefined, offset, end: window.base, terminated: false };
  }
}

/** Splits a source into lines on LF alone, in bounded memory whatever the length of a line. */
export function* frameLines(source: ByteSource, offset: number, maxBytes: number): Generator<LineFrame> {
  const window: Window = { bytes: takeBuffer(), base: offset, start: 0, fill: 0 };
  try {
    /** Where the search for the next line feed goes on. */
    let searched = 0;
    for (;;) {
      const end = findLineFeed(window, searched);
      if (end >= 0) {
        yield takeLine(window, end, maxBytes);
        searched = window.start;
      } else if (window.fill - window.start > maxBytes) {
        yield skipLine(window, source);
        searched = window.start;
      } else {
        searched = window.fill - window.start;
        if (readMore(window, source, maxBytes) === 0) break;
      }
    }
    if (window.fill > window.start) yield lastFrame(window);
  } finally {
    if (window.bytes.length === CHUNK) spare = window.bytes;
  }
}

/** Where the next line feed stands; -1 for none. What lies behind the filled part is of an earlier reading. */
function findLineFeed({ bytes, fill }: Window, from: number): number {
  if (from >= fill) return -1;
  const found = bytes.indexOf(LF, from);
  return found < fill ? found : -1;
}

/** Takes the line that ends at a line feed of the window. */
function takeLine(window: Window, end: number, maxBytes: number): LineFrame {
  const { start, base } = window;
  window.start = end + 1;
  const bytes = end - start > maxBytes ? undefined : window.bytes.subarray(start, end);
  return { bytes, offset: base + start, end: base + end + 1, terminated: true };
}

/** What stands after the last line feed. */
function lastFrame(window: Window): LineFrame {
  const bytes = window.bytes.subarray(window.start, window.fill);
  return { bytes, offset: window.base + window.start, end: window.base + window.fill, terminated: false };
}
