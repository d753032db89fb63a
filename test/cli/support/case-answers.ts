/** The parts of the program's JSON answers that the case tests rely on. */
import { expect } from 'vitest';
import type { Run, RunOptions, Sandbox } from './case-sandbox.ts';
import { loom } from './case-sandbox.ts';

export interface SessionRow {
  readonly id: string;
  readonly shortId: string;
  readonly nativeId: string;
  readonly agent: string;
  readonly title: string | null;
  readonly project: { readonly id: string; readonly name: string; readonly path: string } | null;
  readonly cwd: string | null;
  readonly startedAt: string | null;
  readonly updatedAt: string | null;
  readonly endedAt: string | null;
  readonly sortAt: string | null;
  readonly status: string;
  readonly archived: boolean;
  readonly pinned: boolean;
  readonly deleted: boolean;
  readonly parent: unknown;
  readonly worktree?: unknown;
  readonly counts: Readonly<Record<string, number | null>>;
  readonly tokens: Readonly<Record<string, unknown>> | null;
}

export interface Message {
  readonly id: string;
  readonly role: string;
  readonly at: string | null;
  readonly text: string;
}

export interface SessionDetail extends SessionRow {
  readonly turns: readonly { readonly id: string; readonly prompt: unknown; readonly answer: unknown }[];
  readonly messages: readonly Message[];
  readonly tools: Readonly<Record<string, number>>;
  readonly compactions: readonly unknown[];
  readonly branches: readonly unknown[];
  readonly files: readonly { readonly path: string }[];
  readonly cwds: readonly string[];
  readonly children: readonly unknown[];
  readonly repairs: readonly unknown[];
  readonly import: unknown;
}

export interface ImportReport {
  readonly agent: string;
  readonly sessions: Readonly<Record<'added' | 'updated' | 'unchanged' | 'skipped' | 'failed', number>>;
  readonly records: Readonly<Record<'read' | 'kept' | 'skipped' | 'malformed' | 'recovered' | 'unknown', number>>;
  readonly skippedTypes: unknown;
  readonly warnings: readonly unknown[];
}

export interface ErrorAnswer {
  readonly error: {
    readonly kind: string;
    readonly code: string;
    readonly message: string;
    readonly hints: readonly string[];
  };
}

/** Describes a run for a failing assertion. */
export function told(run: Run): string {
  return `loom ${run.args.join(' ')} → ${run.code}\n${run.stdout.slice(0, 1500)}\n--- stderr\n${run.stderr.slice(0, 1500)}`;
}

/** Parses stdout as exactly one JSON document. */
export function parsed<T>(run: Run): T {
  try {
    return JSON.parse(run.stdout) as T;
  } catch {
    throw new Error(`stdout is not one JSON document: ${told(run)}`);
  }
}

/** Runs a command with `--json`, expects exit 0, and gives the document. */
export function answer<T>(box: Sandbox, args: readonly string[], options: RunOptions = {}): T {
  const run = loom(box, [...args, '--json'], options);
  expect(run.code, told(run)).toBe(0);
  return parsed<T>(run);
}

/** Runs a command that must succeed. */
export function succeed(box: Sandbox, args: readonly string[], options: RunOptions = {}): Run {
  const run = loom(box, args, options);
  expect(run.code, told(run)).toBe(0);
  return run;
}

export function listAll(box: Sandbox, ...flags: string[]): readonly SessionRow[] {
  return answer<SessionRow[]>(box, ['sessions', 'list', '--all', ...flags]);
}

export function listIn(box: Sandbox, cwd: string, ...flags: string[]): readonly SessionRow[] {
  return answer<SessionRow[]>(box, ['sessions', 'list', ...flags], { cwd });
}

export function show(box: Sandbox, handle: string, options: RunOptions = {}): SessionDetail {
  return answer<SessionDetail>(box, ['sessions', 'show', handle], options);
}

export function importClaude(box: Sandbox, ...paths: string[]): ImportReport {
  return answer<ImportReport>(box, ['import', 'claude', ...paths]);
}

/** The error document of a refused `--json` command, after checking its shape. */
export function refused(run: Run, code: number): ErrorAnswer['error'] {
  expect(run.code, told(run)).toBe(code);
  const { error } = parsed<ErrorAnswer>(run);
  expect(error, told(run)).toMatchObject({ kind: expect.any(String), code: expect.any(String) });
  expect(typeof error.message).toBe('string');
  expect(Array.isArray(error.hints)).toBe(true);
  return error;
}
