import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type {
  GatheredLines,
  GatheringDraft,
  KeptDamage,
  KeptRecord,
  OpenDraft,
  Transcripts,
} from '../app/ports/transcripts.ts';
import type { AgentName } from '../events/agents.ts';
import type { SessionId } from '../kernel/ids.ts';
import { makeOnce } from '../kernel/make-once.ts';
import type { Sha256 } from '../kernel/sources.ts';
import { draftName, sweepParts } from './abandoned-parts.ts';
import { BlobFolder } from './blob-folder.ts';
import {
  ensureNamedFolder,
  guardStorage,
  hasErrno,
  removeFile,
  syncFiles,
  syncFolder,
  syncFolders,
} from './durable-file.ts';
import { type DraftPlace, FileTarget } from './file-target.ts';
import { openKeptFile } from './kept-file.ts';
import { RecordKeeper, type TranscriptRedactor } from './kept-line.ts';
import { redactedLines } from './kept-line-again.ts';
import { type KeptPlaces, keptPath, recordsOf } from './read-kept.ts';
import { KeptLineDraft } from './transcript-draft.ts';

/** What kept transcripts are made of; folders are made when first needed. */
export interface TranscriptsParts extends KeptPlaces {
  readonly redactor: TranscriptRedactor;
  readonly sha256: Sha256;
}

/** Opens the kept transcripts of a store. Touches no file. */
export function openTranscripts(parts: TranscriptsParts): Transcripts {
  return new KeptTranscripts(parts);
}

const nextTurn = promisify(setImmediate);

/** Waits for all, also where one fails: nothing is left under way. */
async function allDone(works: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(works)) if (outcome.status === 'rejected') throw outcome.reason;
}

class KeptTranscripts implements Transcripts {
  readonly #transcriptsDir: string;
  readonly #blobsDir: string;
  readonly #sha256: Sha256;
  readonly #keeper: () => RecordKeeper;
  /** Once a process: parts of writers that were killed. */
  readonly #sweep: () => unknown;
  /** How many calls of {@link sealAll} are under way. */
  #sealing = 0;

  constructor(parts: TranscriptsParts) {
    this.#transcriptsDir = parts.transcriptsDir;
    this.#blobsDir = parts.blobsDir;
    this.#sha256 = parts.sha256;
    this.#keeper = makeOnce(() => new RecordKeeper(parts));
    this.#sweep = makeOnce(() => sweepParts([parts.transcriptsDir, parts.blobsDir]));
  }

  draft(options: OpenDraft): KeptLineDraft {
    const draft = draftName();
    const target = new FileTarget({
      draft,
      keptLength: options.base?.keptLength ?? null,
      placeOf: (session, name) => this.#placeOf(session, name),
    });
    return new KeptLineDraft(options, { keeper: this.#keeper, target });
  }

  gather(agent: AgentName): GatheringDraft {
    const draft = this.draft({ session: null, agent, base: null });
    const gathered = (session: SessionId): GatheredLines => {
      draft.name(session);
      return draft.handOver();
    };
    return { draft, gathered };
  }

  draftOf(session: SessionId, agent: AgentName, gathered: GatheredLines): KeptLineDraft {
    const draft = this.draft({ session: null, agent, base: null });
    draft.take(gathered);
    draft.name(session);
    return draft;
  }

  #placeOf(session: SessionId, draft: string): DraftPlace {
    return {
      path: this.#path(session),
      part: join(this.#folder(session), `${session}.${draft}.part`),
      blobs: this.#blobs(session),
      prepare: () => ensureNamedFolder(this.#transcriptsDir, session.slice(0, 2)),
    };
  }

  async sealAll(drafts: readonly KeptLineDraft[]): Promise<void> {
    this.#sweep();
    this.#sealing += 1;
    try {
      await allDone(drafts.map(async (draft) => syncFiles(await draft.flushBeside())));
    } finally {
      this.#sealing -= 1;
    }
  }

  async advance(): Promise<void> {
    if (this.#sealing > 0) await nextTurn();
  }

  async publishAll(drafts: readonly KeptLineDraft[]): Promise<void> {
    await syncFolders(drafts.flatMap((draft) => draft.place()));
  }

  preview(_session: SessionId, record: Parameters<Transcripts['preview']>[1]): string {
    return JSON.stringify(JSON.parse(this.#keeper().keep(record).record.toString()));
  }

  records(session: SessionId, keptLength: number): Generator<KeptRecord | KeptDamage> {
    return recordsOf(this.#path(session), keptLength);
  }

  *keptLines(session: SessionId, keptLength: number): Generator<string> {
    const file = openKeptFile(this.#path(session), keptLength);
    try {
      yield* redactedLines(file, this.#keeper());
    } finally {
      file.close();
    }
  }

  *bytes(session: SessionId, keptLength: number): Generator<Uint8Array> {
    const file = openKeptFile(this.#path(session), keptLength);
    try {
      yield* file.chunks();
    } finally {
      file.close();
    }
  }

  blob(session: SessionId, sha256: string): Uint8Array | undefined {
    return this.#blobs(session).read(sha256);
  }

  blobs(session: SessionId): readonly { readonly sha256: string; readonly bytes: number }[] {
    return this.#blobs(session).list();
  }

  putBlob(session: SessionId, content: Uint8Array): string {
    const sha256 = Buffer.from(this.#sha256(content)).toString('hex');
    const folder = this.#blobs(session);
    const staged = folder.stage({ sha256, content }, draftName());
    if (staged !== undefined) folder.publish([staged]);
    return sha256;
  }

  erase(session: SessionId): number {
    const removed = this.#files(session).map((name) => {
      const path = join(this.#folder(session), name);
      const bytes = sizeOf(path);
      removeFile(path);
      return bytes;
    });
    if (removed.length > 0) syncFolder(this.#folder(session));
    return removed.reduce((sum, bytes) => sum + bytes, 0) + this.#blobs(session).erase();
  }

  size(session: SessionId): { readonly transcript: number; readonly blobs: number } {
    return { transcript: sizeOf(this.#path(session)), blobs: this.#blobs(session).size() };
  }

  /** The transcript and the files of drafts of a session. */
  #files(session: SessionId): string[] {
    return guardStorage('list', this.#folder(session), () => {
      try {
        return readdirSync(this.#folder(session)).filter((name) => name.startsWith(`${session}.`));
      } catch (error) {
        if (hasErrno(error, 'ENOENT', 'ENOTDIR')) return [];
        throw error;
      }
    });
  }

  #folder(session: SessionId): string {
    return join(this.#transcriptsDir, session.slice(0, 2));
  }

  #path(session: SessionId): string {
    return keptPath(this.#transcriptsDir, session);
  }

  #blobs(session: SessionId): BlobFolder {
    return new BlobFolder(this.#blobsDir, session);
  }
}

function sizeOf(path: string): number {
  return guardStorage('stat', path, () => lstatSync(path, { throwIfNoEntry: false })?.size ?? 0);
}
