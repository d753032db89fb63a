import { MAX_COMMIT_BYTES, MAX_COMMIT_EVENTS } from '../events/envelope.ts';
import { type SessionId, sessionStream } from '../kernel/ids.ts';
import { type Committed, commitDecision, type Decide, touchesStream } from './commit-decision.ts';
import { draftBytes } from './commit-slices.ts';
import type { AppContext } from './context.ts';
import type { PendingBeginnings } from './import-lineage.ts';
import { offerSummary } from './offer-summary.ts';
import type { Importer, SourceFile } from './ports/importer.ts';
import type { JournalCursor, JournalEntry } from './ports/journal.ts';
import type { PreparedImport } from './prepared-import.ts';

/** New sessions renamed into place and committed together. */
const BATCH_SESSIONS = 64;
/** Kept bytes waiting for one commit. */
const BATCH_BYTES = 2 * 1024 * 1024;
/** Sessions committed before the read model folds them: each folding is a change of its file. */
const FOLD_SESSIONS = 512;
/** Kept bytes committed before that: what they begin with is remembered until then. */
const FOLD_BYTES = 32 * 1024 * 1024;

/** A source that waits for its commit. */
export interface Waiting {
  readonly file: SourceFile;
  readonly prepared: PreparedImport;
}

/** Sessions that are committed together. */
class Batch {
  readonly items: Waiting[] = [];
  bytes = 0;
  #events = 0;
  #eventBytes = 0;

  holds(session: SessionId): boolean {
    return this.items.some(({ prepared }) => prepared.session === session);
  }

  /** Adds a session, unless that makes the batch too large. */
  add(waiting: Waiting): boolean {
    const { transcript, drafts } = waiting.prepared;
    const bytes = this.bytes + transcript.size();
    const events = this.#events + drafts.length;
    const eventBytes = this.#eventBytes + drafts.reduce((sum, draft) => sum + draftBytes(draft), 0);
    const isFull =
      this.items.length >= BATCH_SESSIONS ||
      events > MAX_COMMIT_EVENTS ||
      eventBytes > MAX_COMMIT_BYTES ||
      bytes > BATCH_BYTES;
    if (isFull && this.items.length > 0) return false;
    this.items.push(waiting);
    [this.bytes, this.#events, this.#eventBytes] = [bytes, events, eventBytes];
    return true;
  }
}

/** What commits of an import are made with. */
export interface CommitParts {
  readonly app: AppContext;
  readonly importer: Importer;
  readonly pending: PendingBeginnings;
  readonly revive: boolean;
  readonly onWait?: () => void;
  /** Told of each session once it is committed. */
  readonly onLanded: (waiting: Waiting) => void;
}

/**
 * Commits what an import prepared, in batches. While one batch is made durable the next one is read. The read model folds
 * what was committed only now and then; what it has not seen is remembered here.
 */
export class ImportCommits {
  readonly #parts: CommitParts;
  #batch = new Batch();
  #sealing: { readonly batch: Batch; readonly sealed: Promise<void> } | undefined;
  /** The state that what comes is prepared from: the read model's, and this run's own commits. */
  #since: JournalCursor;
  readonly #unfolded = new Set<SessionId>();
  #unfoldedBytes = 0;
  #voided: SourceFile[] = [];

  constructor(parts: CommitParts) {
    this.#parts = parts;
    this.#since = parts.app.readModel.catchUp();
  }

  /** Whether the read model does not yet know what this run has of a session. */
  holds(session: SessionId): boolean {
    return this.#unfolded.has(session) || this.#isWaiting(session);
  }

  /** Lets what is being made durable go on, while there is something; for whoever has much to do meanwhile. */
  async advance(): Promise<void> {
    if (this.#sealing !== undefined) await this.#parts.app.transcripts.advance();
  }

  /** Takes what was prepared of a session that nothing else waits for. */
  async add(waiting: Waiting): Promise<void> {
    if (this.#batch.add(waiting)) return;
    await this.#turnOver();
    this.#batch.add(waiting);
  }

  /** Sources whose sessions another process changed meanwhile: they are to be read again. Each is told once. */
  takeVoided(): readonly SourceFile[] {
    const voided = this.#voided;
    this.#voided = [];
    return voided;
  }

  /** Commits everything that waits. */
  async finish(): Promise<void> {
    await this.#turnOver();
    await this.#commitSealing();
    this.#fold();
  }

  /** Removes what was written for sessions that will not be committed. */
  discard(): void {
    for (const { prepared } of [...(this.#sealing?.batch.items ?? []), ...this.#batch.items]) {
      prepared.transcript.discard();
    }
  }

  #isWaiting(session: SessionId): boolean {
    return this.#batch.holds(session) || this.#sealing?.batch.holds(session) === true;
  }

  async #turnOver(): Promise<void> {
    await this.#commitSealing();
    const batch = this.#batch;
    if (batch.items.length === 0) return;
    const sealed = this.#parts.app.transcripts.sealAll(batch.items.map(({ prepared }) => prepared.transcript));
    // It is waited for below; until then a failure is nobody's.
    sealed.catch(() => undefined);
    this.#sealing = { batch, sealed };
    this.#batch = new Batch();
  }

  async #commitSealing(): Promise<void> {
    if (this.#sealing === undefined) return;
    const { batch, sealed } = this.#sealing;
    await sealed;
    const landed = await this.#commit(batch.items);
    this.#sealing = undefined;
    for (const waiting of batch.items) {
      if (landed.has(waiting)) this.#parts.onLanded(waiting);
      else waiting.prepared.transcript.discard();
    }
    this.#note(batch, landed);
  }

  /** Returns those that were still true inside the lock. */
  async #commit(batch: readonly Waiting[]): Promise<ReadonlySet<Waiting>> {
    const { app, importer, onWait } = this.#parts;
    let landed: readonly Waiting[] = [];
    let isAlone = true;
    const decide: Decide<never> = (tail) => {
      isAlone = tail.length === 0;
      landed = batch.filter(({ prepared }) => this.#isStillTrue(prepared, tail));
      if (landed.length === 0) return { kind: 'nothing' };
      return {
        kind: 'append',
        drafts: landed.flatMap(({ prepared }) => prepared.drafts),
        before: () => app.transcripts.publishAll(landed.map(({ prepared }) => prepared.transcript)),
      };
    };
    const outcome = await commitDecision(app, () => decide, {
      wait: 'growing',
      since: this.#since,
      ...(onWait === undefined ? {} : { onWait }),
    });
    if (outcome.kind === 'appended') {
      for (const { prepared } of landed) offerSummary(app, importer, { prepared, events: outcome.events });
    }
    this.#moveOn(outcome, isAlone);
    return new Set(landed);
  }

  /** What others wrote is for the read model to fold; own commits are known. */
  #moveOn(outcome: Committed<never>, isAlone: boolean): void {
    if (!isAlone) this.#since = this.#parts.app.readModel.catchUp();
    else if (outcome.kind === 'appended') this.#since = outcome.cursor;
  }

  /** Whether the journal still says of a session what a batch was prepared from. */
  #isStillTrue(prepared: PreparedImport, tail: readonly JournalEntry[]): boolean {
    if (touchesStream(tail, sessionStream(prepared.session))) return false;
    const state = this.#parts.app.readModel.state(prepared.session);
    if ((state?.transcript?.event ?? null) !== prepared.base) return false;
    return this.#parts.revive || state === undefined || (state.deleted === null && !state.purged);
  }

  #note(batch: Batch, landed: ReadonlySet<Waiting>): void {
    for (const { prepared } of landed) this.#unfolded.add(prepared.session);
    this.#unfoldedBytes += batch.bytes;
    const voided = batch.items.filter((waiting) => !landed.has(waiting)).map(({ file }) => file);
    this.#voided.push(...voided);
    const isMuch = this.#unfolded.size >= FOLD_SESSIONS || this.#unfoldedBytes >= FOLD_BYTES;
    if (isMuch || voided.length > 0) this.#fold();
  }

  /** What is folded is found through the read model from now on; keys of all that was imported would fill the memory. */
  #fold(): void {
    this.#since = this.#parts.app.readModel.catchUp();
    this.#unfolded.clear();
    this.#unfoldedBytes = 0;
    const { pending } = this.#parts;
    for (const [digest, { session }] of pending) if (!this.#isWaiting(session)) pending.delete(digest);
  }
}
