import type { EventDraft, LoomEvent } from '../events/envelope.ts';
import { isErased } from '../events/erased.ts';
import { type SessionId, STORE_STREAM, sessionOfStream } from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import type { AppContext } from './context.ts';
import { addCounts } from './import-report.ts';
import type { Redactor } from './ports/redactor.ts';
import type { MaskedTranscript, StoreMasking } from './ports/store-masking.ts';
import { nameProject } from './project-view.ts';
import { redactStrings } from './redact-identity.ts';

type Counts = Record<string, number>;

/** Secrets that the present rules find in one session, or in what belongs to no session. */
export interface RescannedPart {
  /** Null for memory records, projects and the store itself. */
  readonly session: SessionId | null;
  readonly title: string | null;
  readonly events: number;
  readonly records: number;
  readonly blobs: number;
  /** Secrets by rule. */
  readonly rules: Readonly<Counts>;
}

/** What a rescan found, or masked. */
export interface Rescan {
  readonly parts: readonly RescannedPart[];
  readonly rules: Readonly<Counts>;
  readonly total: number;
}

/** Counts what a redactor replaces. */
function counting(redactor: Redactor, rules: Counts): Redactor {
  const note = (result: ReturnType<Redactor['redact']>) => {
    addCounts(rules, result.rules);
    return result;
  };
  return {
    redact: (text) => note(redactor.redact(text)),
    redactUnderKey: (key, text) => note(redactor.redactUnderKey(key, text)),
  };
}

interface Part {
  events: number;
  records: number;
  blobs: number;
  readonly rules: Counts;
}

class Parts {
  readonly #parts = new Map<SessionId | null, Part>();

  of(session: SessionId | null): Part {
    let part = this.#parts.get(session);
    if (part === undefined) {
      part = { events: 0, records: 0, blobs: 0, rules: {} };
      this.#parts.set(session, part);
    }
    return part;
  }

  rules(): Counts {
    const rules: Counts = {};
    for (const part of this.#parts.values()) addCounts(rules, part.rules);
    return rules;
  }

  report(app: AppContext, sessions: readonly KeptSession[]): Rescan {
    const rules = this.rules();
    const titles = new Map<SessionId | null, string | null>(sessions.map(({ id, title }) => [id, title]));
    const titleOf = (session: SessionId | null): string | null => {
      const title = titles.get(session) ?? null;
      return title === null ? null : app.redactor.redact(title).text;
    };
    const parts = [...this.#parts]
      .filter(([, part]) => part.events + part.records + part.blobs > 0)
      .map(([session, part]) => ({ session, title: titleOf(session), ...part }));
    return { parts, rules, total: Object.values(rules).reduce((sum, count) => sum + count, 0) };
  }
}

/** Which sessions are looked at; all when it is absent. Null stands for what belongs to no session. */
type Chosen = ReadonlySet<SessionId | null> | undefined;

/** What the read model knows of a session, once it is dropped. */
interface KeptSession {
  readonly id: SessionId;
  readonly title: string | null;
  readonly keptLength: number;
}

/** Asks the read model, so not once it is dropped. */
function keptSessions(app: AppContext, chosen?: Chosen): readonly KeptSession[] {
  app.readModel.catchUp();
  return app.readModel
    .list({ everything: true, includeSubagents: true })
    .filter(({ id }) => chosen === undefined || chosen.has(id))
    .map(({ id, title }) => ({ id, title, keptLength: app.readModel.state(id)?.transcript?.keptLength ?? 0 }));
}

interface Rescanning {
  readonly parts: Parts;
  readonly apply: boolean;
  readonly sessions: readonly KeptSession[];
}

/** Returns the new names of blobs by their old ones, of each session that has any. */
function rescanTranscripts(masking: StoreMasking, { parts, apply, sessions }: Rescanning) {
  const renamed = new Map<SessionId, MaskedTranscript['renamed']>();
  for (const { id, keptLength } of sessions) {
    const masked = masking.transcript({ session: id, keptLength, apply });
    const part = parts.of(id);
    part.records += masked.records;
    part.blobs += masked.blobs;
    addCounts(part.rules, masked.rules);
    if (masked.renamed.size > 0) renamed.set(id, masked.renamed);
  }
  return renamed;
}

function renameStrings(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return renamed.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => renameStrings(item, renamed));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renameStrings(item, renamed)]));
}

/** Data of an event without its secrets, and with the new names of blobs; `undefined` when it stays. */
function maskedData(
  app: AppContext,
  event: LoomEvent,
  { parts, renamed }: { parts: Parts; renamed: ReturnType<typeof rescanTranscripts> },
) {
  const rules: Counts = {};
  const session = sessionOfStream(event.stream) ?? null;
  const masked = redactStrings(counting(app.redactor.inPlace ?? app.redactor, rules), event.data);
  const names = session === null ? undefined : renamed.get(session);
  const data = names === undefined ? masked : renameStrings(masked, names);
  if (JSON.stringify(data) === JSON.stringify(event.data)) return undefined;
  const part = parts.of(session);
  part.events += Object.keys(rules).length > 0 ? 1 : 0;
  addCounts(part.rules, rules);
  return data;
}

/** Reads what is kept, of all sessions or some, and says where the present rules find secrets. Changes nothing. */
export function rescanStore(app: AppContext, masking: StoreMasking, chosen?: Chosen): Rescan {
  const parts = new Parts();
  const sessions = keptSessions(app, chosen);
  rescanTranscripts(masking, { parts, apply: false, sessions });
  for (const entry of app.journal.read()) {
    if (entry.kind !== 'event' || isErased(entry.event.data)) continue;
    if (chosen !== undefined && !chosen.has(sessionOfStream(entry.event.stream) ?? null)) continue;
    maskedData(app, entry.event, { parts, renamed: new Map() });
  }
  return parts.report(app, sessions);
}

function redactedDraft(app: AppContext, lines: number, rules: Counts): EventDraft {
  return {
    id: app.mintEventId(),
    stream: STORE_STREAM,
    at: formatInstant(app.clock()),
    by: app.actor,
    trust: 'person',
    type: 'journal.redacted',
    data: { lines, rules },
  };
}

/** Pages of projects quote memory records. */
function maskPages(app: AppContext): void {
  const redactor = app.redactor.inPlace ?? app.redactor;
  for (const { id: project } of app.readModel.projects().projects) {
    const { name } = nameProject(app.readModel.projects(), project);
    const { text } = app.pages.read(project, name);
    if (text === null) continue;
    const masked = redactor.redact(text).text;
    if (masked !== text) app.pages.write(project, name, { before: text, text: masked });
  }
}

/**
 * Masks every secret that the present rules find, where it stands: no line changes its length. What was built from it, the
 * indexes, goes before and after. Not undoable. Killed at any point, the next run does the rest: blobs under their old names
 * go last, when no event names them any more.
 */
export async function maskStore(app: AppContext, masking: StoreMasking): Promise<Rescan> {
  const parts = new Parts();
  let sessions: readonly KeptSession[] = [];
  let renamed: ReturnType<typeof rescanTranscripts> = new Map();
  await masking.journal({
    beside: () => {
      // Asked under the lock: a transcript that grew while it was waited for must not be cut back.
      sessions = keptSessions(app);
      maskPages(app);
      app.readModel.drop();
      renamed = rescanTranscripts(masking, { parts, apply: true, sessions });
    },
    mask: (event) => maskedData(app, event, { parts, renamed }),
    after: () => {
      for (const [session, names] of renamed) masking.dropBlobs(session, [...names.keys()]);
    },
    done: (lines) => redactedDraft(app, lines, parts.rules()),
    settled: () => app.readModel.drop(),
  });
  return parts.report(app, sessions);
}
