import { createHash } from 'node:crypto';

function asUuid(bytes: Uint8Array, version: number): string {
  const raw = Buffer.from(bytes.subarray(0, 16));
  raw[6] = ((raw[6] ?? 0) & 0x0f) | (version << 4);
  raw[8] = ((raw[8] ?? 0) & 0x3f) | 0x80;
  const hex = raw.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A random UUID, version 4. */
export function randomUuid(random: (length: number) => Uint8Array): string {
  return asUuid(random(16), 4);
}

/** A UUID that begins with its time, version 7. */
export function timedUuid(random: (length: number) => Uint8Array, millis: number): string {
  const raw = Buffer.from(random(16));
  raw.writeUIntBE(millis, 0, 6);
  return asUuid(raw, 7);
}

/** The UUID of a thing that has a name and no id: the same one each time it is asked for. */
export function namedUuid(...names: readonly string[]): string {
  return asUuid(createHash('sha256').update(JSON.stringify(names)).digest(), 8);
}
