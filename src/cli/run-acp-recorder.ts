import { draftCapture } from '../app/capture-hook.ts';
import { commitSlices } from '../app/commit-slices.ts';
import type { Told } from '../app/ports/hook-agent.ts';
import { recordCapture } from '../app/record-capture.ts';
import type { EventDraft } from '../events/envelope.ts';
import { deriveSessionId } from '../events/session-id.ts';
import { type DialogueFrame, FrameReader } from '../kernel/dialogue-frames.ts';
import { asObject, isTrue, numberField, textField } from '../kernel/json-fields.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { ACP_RECORDER_VARIABLE } from './acp-recorder-word.ts';
import { beginFollowUp, followUpOf } from './begin-follow-up.ts';
import { type DialogueReader, openDialogue } from './open-acp.ts';
import { holdDialogue, logLine, markProcess, openCapture } from './open-capture.ts';
import { silenceNotices } from './output.ts';
import { pathsOfProcess } from './run-hook.ts';
import { currentFolder, sha256 } from './system-sources.ts';

/** What is recorded in one commit, at most: no message tells more than a few events. */
const MOST_TOGETHER = 16;

/** Writes down what a dialogue tells, in its order, however long the store takes. */
class DialogueRecorder {
  readonly #reader: DialogueReader;
  readonly #paths = pathsOfProcess();
  readonly #waiting: Told[] = [];
  readonly #held = new Set<string>();
  readonly #logged = new Set<string>();
  #writing: Promise<void> | undefined;
  #isOver = false;

  constructor(reader: DialogueReader) {
    this.#reader = reader;
  }

  take(frame: DialogueFrame): void {
    const { client, agent } = this.#reader;
    if ('bytes' in frame) {
      const lines = this.#reader[frame.kind].take(frame.bytes);
      for (const line of lines) this.#waiting.push(...this.#told(frame.kind, line, frame.at));
    } else if (frame.kind === 'gap') {
      client.breakOff();
      agent.breakOff();
    } else this.#end(frame.at, 'agent ended');
    this.#write();
  }

  /** Nothing more comes; resolves when all is written. */
  async finish(): Promise<void> {
    this.#end(Date.now(), 'loom ended');
    this.#write();
    while (this.#writing !== undefined) await this.#writing;
  }

  #end(at: number, reason: string): void {
    if (!this.#isOver) this.#waiting.push(...this.#reader.dialogue.end(at, reason));
    this.#isOver = true;
  }

  #told(from: 'client' | 'agent', line: string, at: number): readonly Told[] {
    try {
      return this.#reader.dialogue.take(from, JSON.parse(line), at);
    } catch (error) {
      // What is no message was passed on as it is; there is nothing to record.
      if (!(error instanceof SyntaxError)) void this.#log(error);
      return [];
    }
  }

  #write(): void {
    if (this.#writing !== undefined) return;
    this.#writing = this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
  }

  async #writeAll(): Promise<void> {
    do {
      // Taken first: what comes while sessions are held may be of one that is not held yet.
      const some = this.#waiting.splice(0, MOST_TOGETHER);
      await this.#hold();
      try {
        await this.#record(some);
      } catch (error) {
        await this.#log(error);
      }
    } while (this.#waiting.length > 0);
  }

  /** Hooks of the agent that run meanwhile leave the words of these sessions to this process. */
  async #hold(): Promise<void> {
    const { agent } = this.#reader.dialogue.source();
    for (const nativeId of this.#reader.dialogue.nativeIds()) {
      if (this.#held.has(nativeId)) continue;
      try {
        await openCapture(this.#paths, process.env, currentFolder());
        await holdDialogue(this.#paths, deriveSessionId(agent, nativeId, sha256));
        this.#held.add(nativeId);
      } catch (error) {
        await this.#log(error);
      }
    }
  }

  async #record(some: readonly Told[]): Promise<void> {
    if (some.length === 0) return;
    // Opened anew: the store may have been moved on, purged or restored since.
    const capture = await openCapture(this.#paths, process.env, currentFolder());
    const drafts: EventDraft[] = [];
    const stops: (() => void)[] = [];
    for (const { source, reading } of some) {
      const own = await draftCapture(capture, source, reading);
      drafts.push(...own);
      const wish = followUpOf(reading, own);
      if (wish !== undefined) stops.push(() => beginFollowUp(wish, process.env, this.#paths.store));
    }
    for (const slice of commitSlices(drafts)) await recordCapture(capture, slice);
    for (const begin of stops) begin();
  }

  /** One line a kind of failure: an agent may say much while a disk is full. */
  async #log(error: unknown): Promise<void> {
    const code = error instanceof LoomError ? error.code : 'bug';
    if (this.#logged.has(code)) return;
    this.#logged.add(code);
    const message = error instanceof LoomError ? error.message : error instanceof Error ? error.name : 'unknown';
    await logLine(this.#paths, { task: 'acp', code, message });
  }
}

async function readerOf(text: string | undefined): Promise<DialogueReader | undefined> {
  const told = text === undefined ? undefined : asObject(JSON.parse(text));
  const name = textField(told, 'name');
  if (name === undefined) return undefined;
  const process = await markProcess(numberField(told, 'pid') ?? -1);
  return openDialogue({ name, isNamed: isTrue(told, 'isNamed'), ...(process === undefined ? {} : { process }) });
}

/** Records the dialogue that another process hands over on standard input, until it ends. Faults are lines in the log. */
export async function runAcpRecorder(env: NodeJS.ProcessEnv): Promise<void> {
  silenceNotices();
  const reader = await readerOf(env[ACP_RECORDER_VARIABLE]);
  delete env[ACP_RECORDER_VARIABLE];
  if (reader === undefined) return;
  const recorder = new DialogueRecorder(reader);
  const frames = new FrameReader();
  await new Promise<void>((resolve) => {
    process.stdin.on('data', (chunk: Uint8Array) => {
      for (const frame of frames.take(chunk)) recorder.take(frame);
    });
    for (const event of ['end', 'close', 'error']) process.stdin.on(event, () => resolve());
  });
  await recorder.finish();
}
