import type { SessionId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';

const NAMED = /"sha256":"([0-9a-f]{64})"/g;

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Keeps those blobs of an export that its kept lines name and that hold nothing which would be redacted today: a name is
 * the digest of what is kept, so that a blob cannot be redacted later. Returns how many were left out.
 */
export function keepNamedBlobs(
  app: AppContext,
  bundle: { readonly session: SessionId; readonly kept: readonly string[]; readonly blobs: readonly Uint8Array[] },
): number {
  const named = new Set(bundle.kept.flatMap((line) => Array.from(line.matchAll(NAMED), ([, name]) => name)));
  let leftOut = 0;
  for (const blob of bundle.blobs) {
    const clean = Object.keys(app.redactor.redact(app.decodeText(blob)).rules).length === 0;
    if (clean && named.has(toHex(app.sha256(blob)))) app.transcripts.putBlob(bundle.session, blob);
    else leftOut += 1;
  }
  return leftOut;
}
