import type { ErrorKind } from '../kernel/loom-error.ts';
import { LoomError } from '../kernel/loom-error.ts';

/** What a person reads for one refusal code. */
export interface RefusalWords<Refusal> {
  readonly kind: ErrorKind;
  readonly message: (refusal: Refusal) => string;
  readonly hints?: (refusal: Refusal) => readonly string[];
}

/**
 * One entry for each code of a union of refusals, so that a new code without words does not compile. Each topic keeps
 * its table beside its commands' renderers.
 */
export type RefusalTable<Refusal extends { readonly code: string }> = {
  readonly [Code in Refusal['code']]: RefusalWords<Extract<Refusal, { readonly code: Code }>>;
};

/** Makes a refusal of the domain or the app into the error that the edge prints. */
export function refusalError<Refusal extends { readonly code: string }>(
  table: RefusalTable<Refusal>,
  refusal: Refusal,
): LoomError {
  const words = table[refusal.code as Refusal['code']] as unknown as RefusalWords<Refusal>;
  return new LoomError({
    kind: words.kind,
    code: refusal.code,
    message: words.message(refusal),
    hints: words.hints?.(refusal) ?? [],
  });
}
