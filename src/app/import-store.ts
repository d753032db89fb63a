import { noteDecision } from '../domain/decision-order.ts';
import type { EventDraft } from '../events/envelope.ts';
import { isErased } from '../events/erased.ts';
import {
  eventTail,
  type IsoTime,
  parseSessionId,
  type SessionId,
  sessionOfStream,
  sessionStream,
} from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { commitDecision } from './commit-decision.ts';
import { commitSlices } from './commit-slices.ts';
import type { AppContext } from './context.ts';
import { EXPORT_VERSION } from './export-store.ts';
import { type BundleOutcome, importBundle } from './import-bundle.ts';
import { addCounts, emptyReport, type ImportReport } from './import-report.ts';
import { type DataCheck, readExportedEvent } from './read-exported-event.ts';

export interface StoreImportTools {
  readonly fromBase64: (text: string) => Uint8Array;
  readonly fits: DataCheck;
}

export interface StoreImportRequest {
  readonly lines: AsyncIterable<string> | Iterable<string>;
  readonly revive: boolean;
  readonly tools: StoreImportTools;
}

interface OpenBundle {
  readonly session: SessionId;
  readonly events: EventDraft[];
  readonly kept: string[];
  readonly blobs: Uint8Array[];
  startFault?: string;
}

interface Reading extends KnownFacts {
  readonly app: AppContext;
  readonly request: StoreImportRequest;
  readonly report: ImportReport;
  loose: EventDraft[];
  bundle: OpenBundle | undefined;
  ended: boolean;
}

function badExport(message: string): LoomError {
  return new LoomError({ kind: 'usage', code: 'not-an-export', message, hints: ['make one with: loom export --all'] });
}

/** What the journal holds that an export may bring again. */
interface KnownFacts {
  /** Tails of event ids by stream: what is known needs no second line, unless it was erased and is to come back. */
  readonly tails: Map<string, Set<string>>;
  /** When a person last decided what, by stream: an older decision of another store must not undo it. */
  readonly decided: ReadonlyMap<string, ReadonlyMap<string, IsoTime>>;
}

function readKnownFacts(app: AppContext, revive: boolean): KnownFacts {
  const tails = new Map<string, Set<string>>();
  const decided = new Map<string, Map<string, IsoTime>>();
  for (const entry of app.journal.read()) {
    if (entry.kind === 'damage') continue;
    const { stream, id, data } = entry.event;
    if (!revive || !isErased(data)) tailsOf(tails, stream).add(eventTail(id));
    const last = decided.get(stream) ?? new Map<string, IsoTime>();
    if (entry.kind === 'event') noteDecision(last, entry.event);
    if (last.size > 0) decided.set(stream, last);
  }
  return { tails, decided };
}

function tailsOf(tails: Map<string, Set<string>>, stream: string): Set<string> {
  const known = tails.get(stream) ?? new Set();
  tails.set(stream, known);
  return known;
}

/** Reads an export made by `loom export --all` or `sessions export --format jsonl`, session by session. */
export async function importStore(app: AppContext, request: StoreImportRequest): Promise<ImportReport> {
  app.readModel.catchUp();
  const reading: Reading = {
    app,
    request,
    report: emptyReport('loom', false),
    ...readKnownFacts(app, request.revive),
    loose: [],
    bundle: undefined,
    ended: false,
  };
  reading.report.files = 1;
  let number = 0;
  for await (const line of request.lines) {
    number += 1;
    if (line.trim() !== '') await readLine(reading, line, number);
  }
  if (number === 0) throw badExport('the export is empty');
  await closeBundle(reading);
  await landLoose(reading);
  if (!reading.ended)
    reading.report.warnings.push('the export ends early: its last line is missing; what was read is kept');
  tellOfMemory(reading.report);
  return reading.report;
}

/** Nobody is to think that memory moved along: what is true in this store, only its person says. */
function tellOfMemory({ skippedTypes, warnings }: ImportReport): void {
  if (skippedTypes['memory-event'] === undefined) return;
  const words = 'memory is not brought in by an export, since only you accept it here';
  const ways = 'there, in each project: loom memory export --to FILE; here: loom memory import FILE';
  warnings.push(`${words}; ${ways}`);
}

/** A line cut short is damage like any other: what stands around it is still good. */
function parseLine(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

function checkHeader(value: Readonly<Record<string, unknown>>): void {
  if (value['loom'] !== 'export') throw badExport('the first line is not the header of a loom export');
  const { v } = value;
  if (typeof v !== 'number' || !Number.isInteger(v) || v < 1)
    throw badExport(`the export's format must be a number, and is ${JSON.stringify(v) ?? 'missing'}`);
  if (v > EXPORT_VERSION) {
    throw new LoomError({
      kind: 'newer-format',
      code: 'newer-export',
      message: `the export has format ${v}; this loom reads up to ${EXPORT_VERSION}`,
    });
  }
}

function takeHeader(reading: Reading, value: Readonly<Record<string, unknown>>): void {
  checkHeader(value);
  reading.ended = false;
  const missing = value['childrenNotIncluded'];
  if (typeof missing !== 'number' || missing <= 0) return;
  reading.report.warnings.push(`${missing} children of these sessions are not in the export; links to them stay open`);
}

async function readLine(reading: Reading, line: string, number: number): Promise<void> {
  const value = parseLine(line);
  if (value === undefined && number === 1) throw badExport('the first line is not a JSON object');
  if (value === undefined) {
    reading.report.records.read += 1;
    reading.report.records.malformed += 1;
    return;
  }
  if (number === 1 || value['loom'] === 'export') {
    takeHeader(reading, value);
    return;
  }
  reading.report.records.read += 1;
  if ('session' in value) return openBundle(reading, value['session']);
  if ('event' in value) return takeEvent(reading, value['event']);
  if ('kept' in value) return takeKept(reading, line);
  if ('blob' in value) return takeBlob(reading, value['blob']);
  if ('end' in value) {
    reading.ended = true;
    return;
  }
  reading.report.records.unknown += 1;
}

async function openBundle(reading: Reading, id: unknown): Promise<void> {
  await closeBundle(reading);
  await landLoose(reading);
  const session = typeof id === 'string' ? parseSessionId(id) : undefined;
  if (session === undefined) reading.report.records.malformed += 1;
  reading.bundle = session === undefined ? undefined : { session, events: [], kept: [], blobs: [] };
}

function takeEvent(reading: Reading, value: unknown): void {
  const read = readExportedEvent(reading.app, reading.request.tools.fits, value);
  if (read.kind === 'left-out') {
    const isKnown = reading.tails.get(read.stream)?.has(eventTail(read.id)) === true;
    if (!isKnown) addCounts(reading.report.skippedTypes, { [read.name]: 1 });
    return;
  }
  const bundle = reading.bundle;
  if (read.kind === 'fault') {
    reading.report.records.malformed += 1;
    if (read.type === 'session.started' && bundle !== undefined) bundle.startFault = read.fault;
    return;
  }
  const { event } = read;
  const owner = sessionOfStream(event.stream);
  if (owner === undefined) reading.loose.push(event);
  else if (owner === bundle?.session) bundle.events.push(event);
  else reading.report.records.malformed += 1;
}

/** The kept line itself stands between the fixed wrapper's braces, byte for byte. */
function takeKept(reading: Reading, line: string): void {
  const prefix = '{"kept":';
  const raw = line.startsWith(prefix)
    ? line.trimEnd().slice(prefix.length, -1)
    : JSON.stringify((JSON.parse(line) as { kept: unknown }).kept);
  if (reading.bundle === undefined) reading.report.records.malformed += 1;
  else reading.bundle.kept.push(raw);
}

function takeBlob({ bundle, report, request }: Reading, value: unknown): void {
  const base64 = (value as { readonly base64?: unknown } | null)?.base64;
  if (typeof base64 !== 'string' || bundle === undefined) report.records.malformed += 1;
  else bundle.blobs.push(request.tools.fromBase64(base64));
}

async function closeBundle(reading: Reading): Promise<void> {
  const { app, bundle, report, request, tails } = reading;
  reading.bundle = undefined;
  if (bundle === undefined) return;
  const known = tailsOf(tails, sessionStream(bundle.session));
  const decided = reading.decided.get(sessionStream(bundle.session)) ?? new Map();
  try {
    const outcome = await importBundle({ app, bundle, known, decided, revive: request.revive });
    bookBundle(report, bundle.session, outcome);
  } catch (error) {
    if (!(error instanceof LoomError) || error.kind !== 'problem') throw error;
    report.sessions.failed += 1;
    report.problems.push({ path: bundle.session, code: error.code, message: error.message });
  }
}

function bookBundle(report: ImportReport, session: SessionId, outcome: BundleOutcome): void {
  report.records.kept += outcome.lines;
  if (outcome.status === 'diverged') {
    report.warnings.push(`session ${session} went on differently here; its kept records were left as they are`);
  }
  if (outcome.breaks > 0) {
    report.warnings.push(
      `session ${session}: kept records are missing or repeated at ${outcome.breaks} places; the others were numbered anew`,
    );
  }
  if (outcome.outdated > 0) {
    report.warnings.push(`session ${session}: ${outcome.outdated} older decisions of the export were left out`);
  }
  if (outcome.status === 'skipped') addCounts(report.skippedTypes, { 'deleted-by-you': 1 });
  if (outcome.blobsLeftOut > 0) addCounts(report.skippedTypes, { blob: outcome.blobsLeftOut });
  const status = outcome.status === 'diverged' ? 'unchanged' : outcome.status;
  report.sessions[status] += 1;
  if (status === 'added' || status === 'updated') report.changed.push(session);
}

/** Events of projects go in before the sessions that they place. */
async function landLoose(reading: Reading): Promise<void> {
  const fresh = reading.loose.filter((event) => {
    const known = tailsOf(reading.tails, event.stream);
    const isNew = !known.has(eventTail(event.id));
    known.add(eventTail(event.id));
    return isNew;
  });
  reading.loose = [];
  for (const drafts of commitSlices(fresh)) {
    await commitDecision<never>(reading.app, () => () => ({ kind: 'append', drafts }), { wait: 'growing' });
  }
}
