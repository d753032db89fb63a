import { encodeCrockford } from '../kernel/crockford.ts';
import type { SessionId } from '../kernel/ids.ts';
import type { Sha256 } from '../kernel/sources.ts';
import type { AgentName } from './agents.ts';

/**
 * Session id of an agent's native session: 16 characters, equal in every process and for ever. Source: the first 80 bits of
 * SHA-256 of the UTF-8 JSON array `[agent, nativeId]`. Lone surrogates are escaped by JSON, so that any text has one encoding.
 */
export function deriveSessionId(agent: AgentName, nativeId: string, sha256: Sha256): SessionId {
  return encodeCrockford(sha256(JSON.stringify([agent, nativeId])).subarray(0, 10)) as SessionId;
}
