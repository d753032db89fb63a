const encoder = new TextEncoder();

/** A message and its parts as an export has them: one record, whatever store they lay in. */
export function joinMessage(info: string, parts: readonly string[]): Uint8Array {
  return encoder.encode(`{"info":${info},"parts":[${parts.join(',')}]}`);
}
