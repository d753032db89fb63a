/** An expected outcome that may be a "no"; the "no" is a value, never an exception. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

/** Wraps a success. */
export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** Wraps a refusal. */
export function no<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}
