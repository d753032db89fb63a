import { closeSync, existsSync, readFileSync } from 'node:fs';
import type { EventDraft } from '../events/envelope.ts';
import type { MemoryId, ProjectId, SessionId } from '../kernel/ids.ts';
import { parseMemoryId, parseProjectId, parseSessionId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { isEventDraft } from './event-draft-check.ts';
import { openSafely, storageFault } from './safe-fs.ts';
import type { StoreLayout } from './store-layout.ts';

/** An erasure that a person confirmed, as `purge.intent` holds it until it is done. */
export interface Purge {
  readonly sessions: readonly SessionId[];
  readonly projects?: readonly ProjectId[];
  readonly memories?: readonly MemoryId[];
  readonly intent: EventDraft;
  readonly done: readonly EventDraft[];
}

/** Whether an erasure was begun and not finished. */
export function hasPendingPurge(layout: StoreLayout): boolean {
  return existsSync(layout.purgeIntentFile);
}

/** Whether there is an intent file that names no erasure, so that nobody can finish it. */
export function isIntentDamaged(layout: StoreLayout): boolean {
  return hasPendingPurge(layout) && readIntent(layout) === undefined;
}

/** The erasure that is to be finished. Throws `problem` when the file names none. */
export function readPurge(layout: StoreLayout): Purge {
  const purge = readIntent(layout);
  if (purge !== undefined) return purge;
  const path = layout.purgeIntentFile;
  throw new LoomError({
    kind: 'problem',
    code: 'purge-intent-damaged',
    message: `${path} says nothing that could be finished`,
    hints: ['loom journal repair'],
    details: { path },
  });
}

function readIntent(layout: StoreLayout): Purge | undefined {
  try {
    const value: unknown = JSON.parse(readText(layout.purgeIntentFile));
    return isPurge(value) ? value : undefined;
  } catch (error) {
    // Something that is no file names no erasure either.
    const isUnusable = error instanceof SyntaxError || (error instanceof LoomError && error.kind === 'unsafe');
    if (isUnusable) return undefined;
    throw error;
  }
}

function readText(path: string): string {
  const fd = openSafely(path, 'read');
  try {
    return readFileSync(fd, 'utf8');
  } catch (error) {
    throw storageFault({ operation: 'read', path, cause: error });
  } finally {
    closeSync(fd);
  }
}

function isPurge(value: unknown): value is Purge {
  if (!isObject(value)) return false;
  const { sessions, projects = [], memories = [], intent, done } = value;
  return (
    isListOf(sessions, (id) => typeof id === 'string' && parseSessionId(id) !== undefined) &&
    isListOf(projects, (id) => typeof id === 'string' && parseProjectId(id) !== undefined) &&
    isListOf(memories, (id) => typeof id === 'string' && parseMemoryId(id) !== undefined) &&
    isEventDraft(intent) &&
    isListOf(done, isEventDraft)
  );
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
