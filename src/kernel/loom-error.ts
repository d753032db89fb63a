/**
 * The kinds of fault and refusal that reach a person; `src/cli/exit-code.ts` maps each to its exit code.
 *
 * - `usage` 2 · `problem` 3 (damage found, a file failed whole) · `not-found` 4 (also ambiguous) · `busy` 5
 * - `refused` 6 (also confirmation needed) · `storage` 7 · `unsafe` 8 · `newer-format` 9
 */
export type ErrorKind = 'usage' | 'problem' | 'not-found' | 'busy' | 'refused' | 'storage' | 'unsafe' | 'newer-format';

/** What an adapter throws when the world fails, and what an app operation throws for a refusal at its edge. */
export interface LoomErrorFields {
  readonly kind: ErrorKind;
  /** Stable, kebab-case, e.g. `session-not-found`, `journal-write-failed`. Documented in docs/json-output.md. */
  readonly code: string;
  /** One line that names the thing; no trailing full stop. */
  readonly message: string;
  /** Follow-up commands or advice; a command runs exactly as printed. */
  readonly hints?: readonly string[];
  readonly cause?: unknown;
  /** Extra machine-readable facts, e.g. `{candidates: […]}`. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The one error type of loom. Anything else that is thrown is a bug. */
export class LoomError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly hints: readonly string[];
  readonly details: Readonly<Record<string, unknown>>;

  constructor(fields: LoomErrorFields) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = 'LoomError';
    this.kind = fields.kind;
    this.code = fields.code;
    this.hints = fields.hints ?? [];
    this.details = fields.details ?? {};
  }
}
