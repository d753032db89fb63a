import type { Trust } from '../events/envelope.ts';

const RANK = { person: 2, agent: 1, untrusted: 0 } as const;

/** Of what goes back to both: no more than either. */
export function leastTrust(one: Trust, other: Trust): Trust {
  return RANK[one] < RANK[other] ? one : other;
}

/** Of what either of them vouches for. */
export function mostTrust(one: Trust, other: Trust): Trust {
  return RANK[one] > RANK[other] ? one : other;
}
