import { printJson } from '../kernel/json-text.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { exitCodeOf, type FailureKind } from './exit-code.ts';
import { AnswerNotWritten, ClosedPipe, writeAnswer, writeNotice } from './output.ts';
import { type OutputMode, readOutputMode } from './output-mode.ts';
import { safeLine } from './safe-text.ts';
import { completeMessage, diskHints, isStorageError, systemFaultOf } from './storage-failure.ts';
import { usageErrorOf } from './usage-error.ts';

/** What is told of a failure, in either format. */
export interface Failure {
  readonly kind: FailureKind;
  readonly code: string;
  readonly message: string;
  readonly hints: readonly string[];
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

function bugOf(error: unknown): Failure {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    kind: 'bug',
    code: 'bug',
    message: `loom has a bug: ${message}`,
    hints: ['run the command again with --debug for the stack trace', 'loom doctor'],
    cause: error instanceof Error ? error.cause : undefined,
  };
}

/** A storage failure names path and errno and says what to do, whatever its author knew of them. */
function storageFailure(failure: Failure): Failure {
  const { details = {}, message, hints, cause } = failure;
  const system = systemFaultOf(cause);
  const errno = system?.errno ?? (typeof details['errno'] === 'string' ? details['errno'] : '');
  if (errno === '') return failure;
  const path = typeof details['path'] === 'string' ? details['path'] : system?.path;
  const fault = { errno, path };
  return {
    ...failure,
    message: completeMessage(message, fault),
    hints: hints.length > 0 ? hints : diskHints(fault),
    details: { ...details, errno, ...(path === undefined ? {} : { path }) },
  };
}

/** Turns whatever was thrown into what a person or a program is told. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AnswerNotWritten) {
    return { kind: 'answer-not-written', code: 'answer-not-written', message: error.message, hints: [] };
  }
  const known = error instanceof LoomError ? error : usageErrorOf(error);
  if (known === undefined) {
    if (!isStorageError(error)) return bugOf(error);
    const message = error instanceof Error ? error.message : String(error);
    return storageFailure({ kind: 'storage', code: 'storage-failed', message, hints: [], cause: error });
  }
  const { kind, code, message, hints, details, cause } = known;
  const failure = { kind, code, message, hints, details, cause };
  return kind === 'storage' ? storageFailure(failure) : failure;
}

function causeLines(failure: Failure): readonly string[] {
  const lines: string[] = [];
  let cause = failure.cause;
  while (cause instanceof Error && lines.length < 8) {
    lines.push(`Caused by: ${safeLine(cause.message)}`);
    cause = cause.cause;
  }
  return lines;
}

/** The lines of a failure on stderr: what, why, what next. */
export function failureText(failure: Failure): string {
  const [first, ...more] = failure.message.split('\n').map((line) => safeLine(line));
  const hints = failure.hints.map((hint) => `Hint: ${safeLine(hint)}`);
  return [`Error: ${first}`, ...more.map((line) => `  ${line}`), ...causeLines(failure), ...hints, ''].join('\n');
}

function failureJson(failure: Failure): string {
  const { kind, code, message, hints, details } = failure;
  const extra = details !== undefined && Object.keys(details).length > 0 ? { details } : {};
  return `${printJson({ error: { kind, code, message, hints, ...extra } }, 2)}\n`;
}

function tell(failure: Failure, mode: OutputMode): void {
  const text = mode.format === 'text' || failure.kind === 'answer-not-written';
  try {
    if (!text) writeAnswer(failureJson(failure));
  } catch {
    writeNotice(failureText(failure));
  }
  if (text) writeNotice(failureText(failure));
}

/** Reports what was thrown and returns the exit code. A closed pipe is no failure. */
export function reportFailure(error: unknown, argv: readonly string[]): number {
  if (error instanceof ClosedPipe) return 0;
  const mode = readOutputMode(argv);
  const failure = failureOf(error);
  tell(failure, mode);
  if (mode.debug && error instanceof Error) writeNotice(`${error.stack ?? ''}\n`);
  return exitCodeOf(failure.kind);
}
