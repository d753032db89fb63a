/**
 * Bytes of a dialogue as one process hands them to another that records it: each piece with who wrote it and when. A piece is
 * cut anywhere. `gap`: pieces were left out here, so that what was begun is not whole.
 */
export type DialogueFrame =
  | { readonly kind: 'client' | 'agent'; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: 'gap' | 'end'; readonly at: number };

const KINDS = ['client', 'agent', 'gap', 'end'] as const;
/** One byte of kind, eight of milliseconds since the epoch, four of length. */
const HEADER = 13;

/** A frame's header; the bytes follow as they are. */
export function frameHeader(frame: DialogueFrame): Uint8Array {
  const header = new Uint8Array(HEADER);
  const view = new DataView(header.buffer);
  view.setUint8(0, KINDS.indexOf(frame.kind));
  view.setFloat64(1, frame.at);
  view.setUint32(9, 'bytes' in frame ? frame.bytes.length : 0);
  return header;
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  if (parts.length === 1 && parts[0] !== undefined) return parts[0];
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Takes frames apart again, however the pipe cut them. */
export class FrameReader {
  #parts: Uint8Array[] = [];
  #length = 0;
  #needed = HEADER;

  take(chunk: Uint8Array): readonly DialogueFrame[] {
    this.#parts.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return [];
    let rest = joined(this.#parts, this.#length);
    const frames: DialogueFrame[] = [];
    for (;;) {
      const frame = this.#first(rest);
      if (frame === undefined) break;
      frames.push(frame.value);
      rest = rest.subarray(frame.length);
    }
    this.#parts = [rest];
    this.#length = rest.length;
    return frames;
  }

  #first(bytes: Uint8Array): { readonly value: DialogueFrame; readonly length: number } | undefined {
    this.#needed = HEADER;
    if (bytes.length < HEADER) return undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const [kind, at, size] = [KINDS[view.getUint8(0)], view.getFloat64(1), view.getUint32(9)];
    const length = HEADER + size;
    this.#needed = length;
    if (bytes.length < length) return undefined;
    if (kind === 'client' || kind === 'agent') {
      return { value: { kind, at, bytes: bytes.subarray(HEADER, length) }, length };
    }
    return { value: { kind: kind ?? 'gap', at }, length };
  }
}
