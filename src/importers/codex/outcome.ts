import {
  asObject,
  field,
  isTrue,
  type JsonObject,
  numberField,
  objectField,
  textField,
} from '../../kernel/json-fields.ts';
import { parseJson } from '../parse-json.ts';

/** How a call ended, as far as one record tells. */
export interface Outcome {
  readonly exitStatus?: number;
  readonly durationMs?: number;
  readonly failed: boolean;
}

const HEAD = 8000;
const EXITED = /(?:^|\n)(?:Process exited with code|Exit code:) (-?\d+)/;
const WALL_TIME = /(?:^|\n)Wall time: ([\d.]+) seconds/;
/** Beginnings of an output that stands in the place of a result. */
const REFUSALS =
  /^(?:exec_command failed|apply_patch verification failed|failed to |aborted|exec command rejected|execution error|unsupported call|write_stdin failed)/i;

function fromExit(exitStatus: number | undefined, durationMs: number | undefined, failed: boolean): Outcome {
  return {
    ...(exitStatus === undefined ? {} : { exitStatus }),
    ...(durationMs === undefined ? {} : { durationMs: Math.round(durationMs) }),
    failed: failed || (exitStatus !== undefined && exitStatus !== 0),
  };
}

/** Reads the lines that the agent puts before a command's output. */
function fromHead(text: string): Outcome {
  const end = text.indexOf('\nOutput:\n');
  const head = text.slice(0, end < 0 ? HEAD : Math.min(end, HEAD));
  const exit = EXITED.exec(head)?.[1];
  const seconds = WALL_TIME.exec(head)?.[1];
  return fromExit(
    exit === undefined ? undefined : Number(exit),
    seconds === undefined ? undefined : Number(seconds) * 1000,
    REFUSALS.test(text),
  );
}

/** An output that is JSON in a string, as older shells and patches leave it. */
interface WrappedOutput {
  readonly text: string;
  readonly metadata: JsonObject | undefined;
}

function unwrap(text: string): WrappedOutput | undefined {
  if (!text.startsWith('{"output"')) return undefined;
  const wrapped = asObject(parseJson(text));
  const output = field(wrapped, 'output');
  return typeof output === 'string' ? { text: output, metadata: objectField(wrapped, 'metadata') } : undefined;
}

/** The text of a result without its wrapping. */
export function outputText(output: unknown): string {
  if (typeof output === 'string') return unwrap(output)?.text ?? output;
  const content = field(asObject(output), 'content');
  return typeof content === 'string' ? content : '';
}

/** Reads how a call ended from the result that the model saw. */
export function readResult(payload: JsonObject): Outcome {
  const output = field(payload, 'output');
  const status = textField(payload, 'status');
  if (typeof output !== 'string')
    return { failed: field(asObject(output), 'success') === false || status === 'failed' };
  const wrapped = unwrap(output);
  if (wrapped === undefined) return fromHead(output);
  const seconds = numberField(wrapped.metadata, 'duration_seconds');
  return fromExit(
    numberField(wrapped.metadata, 'exit_code'),
    seconds === undefined ? undefined : seconds * 1000,
    false,
  );
}

function eventDuration(payload: JsonObject): number | undefined {
  const duration = objectField(payload, 'duration');
  if (duration === undefined) return undefined;
  return (numberField(duration, 'secs') ?? 0) * 1000 + (numberField(duration, 'nanos') ?? 0) / 1e6;
}

/** Reads how a call ended from the event beside the result. */
export function readEnd(payload: JsonObject): Outcome {
  const status = textField(payload, 'status');
  const result = objectField(payload, 'result');
  const failed =
    field(payload, 'success') === false ||
    status === 'failed' ||
    status === 'declined' ||
    (result !== undefined && (Object.hasOwn(result, 'Err') || isTrue(objectField(result, 'Ok'), 'is_error')));
  return fromExit(numberField(payload, 'exit_code'), eventDuration(payload), failed);
}
