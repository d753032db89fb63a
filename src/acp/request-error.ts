import { RequestError } from '@agentclientprotocol/sdk';
import { type ErrorKind, LoomError } from '../kernel/loom-error.ts';
import { makeLineVisible } from '../kernel/visible-text.ts';
import type { AcpHost } from './acp-host.ts';

const INVALID_REQUEST = -32_600;
const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;
const NOT_FOUND = -32_002;

const CODES: Readonly<Partial<Record<ErrorKind, number>>> = {
  usage: INVALID_PARAMS,
  refused: INVALID_REQUEST,
  'not-found': NOT_FOUND,
};

/** What a client is told of a failure: one message that says what to do, and the same as data. A bug shows nothing of what it met. */
export function requestError(host: Pick<AcpHost, 'notice' | 'trace'>, error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  if (error instanceof LoomError) {
    const hints = error.hints.map(makeLineVisible);
    const message = makeLineVisible(error.message);
    const data = { code: error.code, hints };
    const whole = hints.length === 0 ? message : `${message} (${hints.join('; ')})`;
    return new RequestError(CODES[error.kind] ?? INTERNAL_ERROR, whole, data);
  }
  host.notice('a bug in loom kept a request from being answered');
  host.trace(error);
  const data = { code: 'bug', hints: ['loom doctor'] };
  return new RequestError(INTERNAL_ERROR, 'a bug in loom kept this from being answered', data);
}
