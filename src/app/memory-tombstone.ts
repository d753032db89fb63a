import type { Claim } from '../domain/memory-claim.ts';
import type { AppContext } from './context.ts';

/** Keyed digest of a text as it reads without form: recognises the same text, and says nothing else. */
export function tombstoneOf(app: Pick<AppContext, 'keyedDigest'>, claim: Pick<Claim, 'normal'>): string {
  return app.keyedDigest(`memory\0${claim.normal}`);
}
