import type { AgentName } from '../events/agents.ts';
import { encodeCrockford } from '../kernel/crockford.ts';
import type { Randomness } from '../kernel/sources.ts';
import { toHex } from '../kernel/to-hex.ts';

function asUuid(bytes: Uint8Array, version: number): string {
  const raw = bytes.slice(0, 16);
  raw[6] = ((raw[6] ?? 0) & 0x0f) | (version << 4);
  raw[8] = ((raw[8] ?? 0) & 0x3f) | 0x80;
  const hex = toHex(raw);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Mints a native id in the shape of an agent for which loom writes no session files. */
export function mintNativeId(agent: AgentName, random: Randomness, millis: number): string {
  const time = Uint8Array.from({ length: 6 }, (_, index) => Math.floor(millis / 256 ** (5 - index)) % 256);
  if (agent === 'codex') return asUuid(Uint8Array.from([...time, ...random(10)]), 7);
  if (agent === 'opencode') return `ses_${toHex(time)}${encodeCrockford(random(10)).slice(0, 14)}`;
  return asUuid(random(16), 4);
}
