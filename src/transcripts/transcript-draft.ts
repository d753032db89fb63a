import type {
  ChangedRecord,
  GatheredLines,
  KeepReport,
  OpenDraft,
  RecordToKeep,
  TranscriptDraft,
} from '../app/ports/transcripts.ts';
import type { SessionId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { addCounts } from '../redaction/redactor.ts';
import { type OpenedFile, syncFile, syncFolder } from './durable-file.ts';
import { formatGenerationLine, formatLineHead, LINE_END, type RecordKeeper, type SplitBlob } from './kept-line.ts';
import { keepAgain } from './kept-line-again.ts';

/** Where the lines and blobs of a draft go. */
export interface DraftTarget {
  /** Adds a line, in one piece or in several; returns its bytes. The pieces are copied. */
  write(...pieces: readonly (string | Uint8Array)[]): number;
  /** Writes everything out and lets go of it: {@link takeOver} of another target goes on with what this returns. */
  handOver(): unknown;
  takeOver(held: unknown): void;
  /** Says whose it is, when that was not known at first. */
  name(session: SessionId): void;
  writeBlob(blob: SplitBlob): void;
  /** Writes out what can be written outside the lock; returns the files that must be synced then. */
  flush(): readonly OpenedFile[];
  /** {@link flush} beside other work. */
  flushBeside(): Promise<readonly OpenedFile[]>;
  /** Inside the lock: gives everything its place; returns the folders that must be synced then. */
  place(): readonly string[];
  discard(): void;
}

/** Numbers and counts kept lines, and hands them to a target. */
export class KeptLineDraft implements TranscriptDraft {
  readonly #options: OpenDraft;
  readonly #keeper: () => RecordKeeper;
  readonly #target: DraftTarget;
  readonly #generation: number;
  readonly #redactions: Record<string, number> = {};
  readonly #blobs = new Set<string>();
  #size = 0;
  #added = 0;

  constructor(options: OpenDraft, parts: { readonly keeper: () => RecordKeeper; readonly target: DraftTarget }) {
    this.#options = options;
    this.#keeper = parts.keeper;
    this.#target = parts.target;
    const base = options.base?.generation ?? 1;
    this.#generation = options.rewrite === undefined ? base : base + 1;
    if (options.session !== null) parts.target.name(options.session);
    if (options.rewrite === undefined) return;
    this.#size += parts.target.write(formatGenerationLine(this.#generation, options.rewrite.keeps));
  }

  add(record: RecordToKeep): ChangedRecord | undefined {
    const content = this.#keeper().keep(record);
    this.#writeBlobs(content.blobs);
    const n = (this.#options.base?.lines ?? 0) + this.#added + 1;
    const head = formatLineHead({ n, generation: this.#generation, agent: this.#options.agent }, record, content.subs);
    this.#size += this.#target.write(head, content.record, LINE_END);
    this.#added += 1;
    const { subs, redactions, blobs } = content;
    if (subs.length === 0 && blobs.length === 0 && Object.keys(redactions).length === 0) return undefined;
    addCounts(this.#redactions, redactions);
    return { json: content.record, subs };
  }

  /** Takes the lines over that another draft gathered; before any other is added. */
  take({ held, size, lines, redactions, blobs }: GatheredLines): void {
    this.#target.takeOver(held);
    this.#size += size;
    this.#added += lines;
    for (const sha256 of blobs) this.#blobs.add(sha256);
    addCounts(this.#redactions, redactions);
  }

  /** Gives all lines away; nothing can be done with this draft afterwards. */
  handOver(): GatheredLines {
    const blobs = [...this.#blobs];
    return { held: this.#target.handOver(), size: this.#size, lines: this.#added, redactions: this.#redactions, blobs };
  }

  name(session: SessionId): void {
    this.#target.name(session);
  }

  addKept(line: string): void {
    const again = keepAgain(this.#keeper(), Buffer.from(line));
    if (typeof again === 'string') {
      throw new LoomError({
        kind: 'problem',
        code: 'bad-kept-line',
        message: `not a line of a kept transcript: ${again}`,
      });
    }
    this.#writeBlobs(again.blobs);
    this.#size += this.#target.write(again.line);
    if (again.isRecord) this.#added += 1;
    addCounts(this.#redactions, again.redactions);
  }

  addBlob({ sha256, content }: { readonly sha256: string; readonly content: Uint8Array }): void {
    this.#writeBlobs([{ sha256, content: Buffer.from(content) }]);
  }

  size(): number {
    return this.#size;
  }

  report(): KeepReport {
    return {
      keptLength: (this.#options.base?.keptLength ?? 0) + this.#size,
      lines: (this.#options.base?.lines ?? 0) + this.#added,
      redactions: { ...this.#redactions },
      blobs: this.#blobs.size,
    };
  }

  seal(): void {
    for (const { fd, path } of this.flush()) syncFile(fd, path);
  }

  publish(): void {
    for (const folder of this.place()) syncFolder(folder);
  }

  /** The first half of {@link seal}: the files that are still to be synced. */
  flush(): readonly OpenedFile[] {
    return this.#target.flush();
  }

  /** {@link flush} beside other work. */
  flushBeside(): Promise<readonly OpenedFile[]> {
    return this.#target.flushBeside();
  }

  /** The first half of {@link publish}: the folders that are still to be synced. */
  place(): readonly string[] {
    return this.#target.place();
  }

  discard(): void {
    this.#target.discard();
  }

  #writeBlobs(blobs: readonly SplitBlob[]): void {
    for (const blob of blobs) {
      if (this.#blobs.has(blob.sha256)) continue;
      this.#target.writeBlob(blob);
      this.#blobs.add(blob.sha256);
    }
  }
}
