import { countOf } from '../kernel/count-of.ts';
import { sizeOfSteps } from './context-formats.ts';
import type { ContextFormat, ContextStep } from './context-step.ts';

/** What a context leaves out. */
export interface OmittedParts {
  readonly turns: number;
  readonly messages: number;
  /** UTF-8 bytes cut out of the turns that are kept. */
  readonly bytes: number;
}

/** What the preface of a context may say besides the summary. */
export interface PrefaceText {
  readonly session: string;
  /** Shows everything that a context leaves out; runs as printed. */
  readonly command: string;
  /** What may be stale, one line each. */
  readonly stale: readonly string[];
}

/** The user's text that stands before a continuation. */
export function prefaceStep(text: string): ContextStep {
  return { role: 'user', turn: 0, at: null, messageIds: [], parts: [{ type: 'text', from: 'preface', text }] };
}

/** One line about what is left out; null when nothing is. */
function omittedLine({ turns, messages, bytes }: OmittedParts, { command }: PrefaceText): string | null {
  const parts = [
    turns > 0 ? (turns === 1 ? 'turn 1' : `turns 1–${turns}`) : '',
    messages > 0 ? countOf(messages, 'message') : '',
    bytes > 0 ? `${bytes} bytes within the turns that are kept` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : `Left out: ${parts.join(', ')}. To see all: ${command}`;
}

function staleText(lines: readonly string[]): string {
  return lines.length === 0
    ? ''
    : `**What may be stale** (as loom found it)\n${lines.map((line) => `- ${line}`).join('\n')}`;
}

function joinParts(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join('\n\n');
}

export interface PrefaceParts {
  readonly omitted: OmittedParts;
  /** Makes the summary in at most so many characters; null when there is none. */
  readonly summary: ((most: number) => string) | null;
  /** Characters that the whole preface may add to the context. */
  readonly most: number;
}

/** How often a preface that came out too long is written again, shorter. */
const TRIES = 12;
/** Characters below which a summary says nothing. */
const LEAST_SUMMARY = 160;

function summaryText(summary: PrefaceParts['summary'], room: number): string | null {
  return summary === null || room < LEAST_SUMMARY ? null : summary(room);
}

/** Writes what stands before a continuation; empty when there is nothing to say. Never longer than it may be. */
export function writePreface(
  request: { readonly format: ContextFormat; readonly preface: PrefaceText },
  { omitted, summary, most }: PrefaceParts,
): { readonly text: string; readonly note: string | null } {
  const note = omittedLine(omitted, request.preface);
  const head = note === null ? null : `This continues session ${request.preface.session}. ${note}`;
  let { stale } = request.preface;
  let room = most;
  for (let tried = 0; tried < TRIES; tried += 1) {
    const fixed = joinParts([head, staleText(stale)]);
    const text = joinParts([fixed, summaryText(summary, room - fixed.length)]);
    const over = text === '' ? 0 : sizeOfSteps(request.format, [prefaceStep(text)]) - most;
    if (over <= 0) return { text, note };
    if (room - fixed.length < LEAST_SUMMARY) stale = stale.slice(0, Math.floor(stale.length / 2));
    else room -= over + 8;
  }
  return { text: head ?? '', note };
}
