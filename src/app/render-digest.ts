import { type DigestEdit, findDigestEdits } from '../domain/digest-edits.ts';
import type { MarkLine } from '../domain/digest-line.ts';
import { bodyOfPage, type Digest, isOwnPage, renderDigest } from '../domain/digest-page.ts';
import type { MemoryRecord } from '../domain/memory-state.ts';
import type { EventDraft } from '../events/envelope.ts';
import type { DigestRendered } from '../events/memory-data.ts';
import { type ProjectId, projectStream, type SessionId } from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { commitDecision } from './commit-decision.ts';
import type { AppContext } from './context.ts';
import { nameProject } from './project-view.ts';
import { recentOutcomes } from './recent-outcomes.ts';

/** Whose digest, and how large. */
export interface DigestRequest {
  /** Null: only what a person keeps for every project. */
  readonly project: ProjectId | null;
  /** Estimated tokens, at most 1,500. */
  readonly tokens: number;
  /** For a file that others read: only records of the project, neither a person's own nor what sessions did. */
  readonly shared?: boolean;
  /** The conversation in progress is no outcome yet. */
  readonly except?: SessionId;
}

function markWith(app: Pick<AppContext, 'keyedDigest'>): MarkLine {
  return (content) => app.keyedDigest(`digest\n${content}`);
}

/** Records that the readers of a project's digest see. */
function recordsOf(app: AppContext, project: ProjectId | null, everything: boolean): readonly MemoryRecord[] {
  const query = everything ? { everything } : { statuses: ['accepted'] as const };
  if (project !== null) return app.readModel.memories({ ...query, project });
  return app.readModel.memories(query).filter(({ scope }) => scope === 'user');
}

/**
 * Renders what is accepted in a project, and what came of its last sessions. Reads only; what is on the page in the store
 * does not matter, so that nothing which nobody adopted is ever given to a session.
 */
export function makeDigest(app: AppContext, { project, tokens, shared = false, except }: DigestRequest): Digest {
  app.readModel.catchUp();
  const outcomes = project === null || shared ? [] : recentOutcomes(app, project, except);
  const records = recordsOf(app, project, false).filter(({ scope }) => !shared || scope !== 'user');
  return renderDigest(markWith(app), { records, outcomes }, tokens);
}

/** The page of a project as it lies in the store. */
export interface DigestPage {
  readonly project: ProjectId;
  readonly path: string;
  /** As it is; null when it was never written. */
  readonly text: string | null;
  /** What somebody changed on it; empty for a page that loom may write over. */
  readonly edits: readonly DigestEdit[];
}

/** Records that loom wrote on the page last. */
function lastWritten(app: AppContext, project: ProjectId): readonly string[] {
  const stream = projectStream(project);
  let written: readonly string[] = [];
  for (const entry of app.journal.read()) {
    if (entry.kind !== 'event' || entry.event.stream !== stream) continue;
    if (entry.event.type === 'digest.rendered') written = entry.event.data.memories;
  }
  return written;
}

/** Finds edits in a text that should be a page of the project: the page itself, or what another file holds of it. */
export function editsIn(app: AppContext, project: ProjectId | null, text: string): readonly DigestEdit[] {
  const mark = markWith(app);
  if (isOwnPage(mark, text)) return [];
  const written = project === null ? [] : lastWritten(app, project);
  return findDigestEdits(app.redactor.redact(text).text, { mark, records: recordsOf(app, project, true), written });
}

/** Reads the page of a project, and what a person changed on it. The read model must be caught up. */
export function readDigestPage(app: AppContext, project: ProjectId): DigestPage {
  const { name } = nameProject(app.readModel.projects(), project);
  const { path, text } = app.pages.read(project, name);
  return { project, path, text, edits: text === null ? [] : editsIn(app, project, text) };
}

function pageText(app: AppContext, project: ProjectId): string | null | undefined {
  try {
    return app.pages.read(project, nameProject(app.readModel.projects(), project).name).text;
  } catch (error) {
    // What cannot be read is not what loom wrote.
    if (error instanceof LoomError) return undefined;
    throw error;
  }
}

/** Whether somebody changed the page of a project; costs no look at the journal. */
export function isPageEdited(app: AppContext, project: ProjectId): boolean {
  const text = pageText(app, project);
  const mark = markWith(app);
  if (text === undefined) return true;
  if (text === null || isOwnPage(mark, text)) return false;
  const records = recordsOf(app, project, true);
  return findDigestEdits(app.redactor.redact(text).text, { mark, records, written: [] }).length > 0;
}

/**
 * The digest that was rendered last, without asking what changed since; `undefined` when there is none, or when somebody
 * edited it: what nobody adopted is not given to a session.
 */
export function lastDigest(app: AppContext, project: ProjectId, name: string): string | undefined {
  const { text } = app.pages.read(project, name);
  return text !== null && isOwnPage(markWith(app), text) ? bodyOfPage(text) : undefined;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function renderedDraft(app: AppContext, project: ProjectId, digest: Digest): EventDraft {
  const data: DigestRendered = {
    project,
    memories: digest.items.flatMap(({ subject }) => (subject.kind === 'memory' ? [subject.id] : [])),
    tokens: digest.tokens,
    sha256: hex(app.sha256(digest.page)),
  };
  const at = formatInstant(app.clock());
  const stream = projectStream(project);
  return { id: app.mintEventId(), stream, at, by: app.actor, trust: 'person', type: 'digest.rendered', data };
}

/** What writing a page came to. `edited`: somebody changed it, and nothing was written. */
export type DigestWritten = 'written' | 'unchanged' | 'edited';

/**
 * Writes the page of a project where it differs. A page that somebody edited is left alone, unless `discard` says that the
 * edits are not wanted. Throws LoomError `busy`/`digest-changed` when somebody edits it in this very moment.
 */
export async function writeDigest(
  app: AppContext,
  { project, page, digest }: { readonly project: ProjectId; readonly page: DigestPage; readonly digest: Digest },
  discard = false,
): Promise<DigestWritten> {
  if (page.text === digest.page) return 'unchanged';
  if (page.edits.length > 0 && !discard) return 'edited';
  const { name } = nameProject(app.readModel.projects(), project);
  await commitDecision<never>(app, () => () => ({
    kind: 'append',
    drafts: [renderedDraft(app, project, digest)],
    before: () => app.pages.write(project, name, { before: page.text, text: digest.page }),
  }));
  app.readModel.catchUp();
  return 'written';
}
