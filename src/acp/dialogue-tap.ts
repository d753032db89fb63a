import type { Writable } from 'node:stream';
import { type DialogueFrame, frameHeader } from '../kernel/dialogue-frames.ts';

/** Most bytes that wait for a recorder; what comes while so many wait is left out. */
const MOST_WAITING = 32 * 1024 * 1024;

/** Copies a dialogue to a recorder. Neither its slowness nor its end reaches the dialogue. */
export class DialogueTap {
  readonly #recorder: Writable;
  readonly #now: () => number;
  #isGone = false;
  #hasGap = false;

  constructor(recorder: Writable, now: () => number) {
    this.#recorder = recorder;
    this.#now = now;
    recorder.on('error', () => {
      this.#isGone = true;
    });
  }

  /** A copy of what was passed on. */
  copy(kind: 'client' | 'agent', bytes: Uint8Array): void {
    if (this.#isGone) return;
    if (this.#recorder.writableLength > MOST_WAITING) {
      this.#hasGap = true;
      return;
    }
    if (this.#hasGap) this.#send({ kind: 'gap', at: this.#now() });
    this.#hasGap = false;
    this.#send({ kind, at: this.#now(), bytes });
  }

  /** The dialogue is over: nothing more is copied. */
  end(): void {
    if (this.#isGone) return;
    this.#send({ kind: 'end', at: this.#now() });
    this.#recorder.end();
  }

  #send(frame: DialogueFrame): void {
    this.#recorder.write(frameHeader(frame));
    if ('bytes' in frame) this.#recorder.write(frame.bytes);
  }
}
