import { createHash, randomBytes } from 'node:crypto';
import { parseInstant } from '../kernel/instant.ts';
import type { Clock, MintEventId, Randomness, Sha256 } from '../kernel/sources.ts';
import { makeEventId } from '../kernel/ulid.ts';

/**
 * The clock of this process. `LOOM_TEST_NOW`, an ISO instant, stops it: only tests set that, so that their goldens do
 * not change.
 */
export const systemClock: Clock = () => {
  const fixed = process.env['LOOM_TEST_NOW'];
  return (fixed === undefined ? undefined : parseInstant(fixed)?.millis) ?? Date.now();
};

/** The current folder; a folder that was removed meanwhile is still named as the shell names it. */
export function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return process.env['PWD'] ?? '/';
  }
}

/** SHA-256 of Node's crypto. */
export const sha256: Sha256 = (content) => createHash('sha256').update(content).digest();

function seededBytes(seed: string): Randomness {
  let count = 0;
  return (length) => {
    count += 1;
    const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, block) => sha256(`${seed}/${count}/${block}`));
    return Buffer.concat(blocks).subarray(0, length);
  };
}

/** Bytes drawn from the system at once; ids take ten of them each. */
const POOL_BYTES = 2560;

/** Asks the system for many bytes at once and hands each of them out once. */
function pooledBytes(): Randomness {
  let pool = Buffer.alloc(0);
  return (length) => {
    if (length > POOL_BYTES / 16) return randomBytes(length);
    if (pool.length < length) pool = randomBytes(POOL_BYTES);
    const taken = Buffer.from(pool.subarray(0, length));
    pool = pool.subarray(length);
    return taken;
  };
}

/** The randomness of this process. `LOOM_TEST_SEED` makes it repeat itself: only tests set that. */
export function systemRandomness(): Randomness {
  const seed = process.env['LOOM_TEST_SEED'];
  return seed === undefined ? pooledBytes() : seededBytes(seed);
}

/** Mints event ids with a random tail. */
export function mintWith(clock: Clock, random: Randomness): MintEventId {
  return () => makeEventId(clock(), random(10));
}

/** Mints a native id in the shape most agents use: a random UUID. */
export function mintNativeId(): string {
  const bytes = Buffer.from(systemRandomness()(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
