import type { SessionId } from '../kernel/ids.ts';
import { toHex } from '../kernel/to-hex.ts';
import type { AppContext } from './context.ts';

const encoder = new TextEncoder();
const REFERENCE = /\[blob:([0-9a-f]{64})\]$/;

type Masking = Pick<AppContext, 'transcripts' | 'redactor' | 'sha256'>;

/** A record without what the present rules call a secret, and how many of its strings that changed. */
export interface MaskedRecord {
  readonly value: unknown;
  readonly masked: number;
}

/** A string as it is kept, or whole where only its length made it a blob. */
function maskText(app: Masking, text: string, kept: string): string {
  const blob = text.endsWith(kept) ? undefined : REFERENCE.exec(kept)?.[1];
  if (blob === undefined) return kept;
  return toHex(app.sha256(text)) === blob ? text : app.redactor.redact(text).text;
}

/** Walks a record beside its kept form; members keep their order. */
function maskValue(app: Masking, value: unknown, kept: unknown): MaskedRecord {
  if (typeof value === 'string' && typeof kept === 'string') {
    const text = value === kept ? value : maskText(app, value, kept);
    return { value: text, masked: text === value ? 0 : 1 };
  }
  if (typeof value !== 'object' || value === null || typeof kept !== 'object' || kept === null) {
    return { value, masked: 0 };
  }
  const names = Object.keys(kept);
  const parts = Object.values(value).map((part, index) =>
    maskValue(app, part, (kept as Readonly<Record<string, unknown>>)[names[index] ?? '']),
  );
  const values = parts.map((part) => part.value);
  const masked = parts.reduce((sum, part) => sum + part.masked, 0);
  if (Array.isArray(value)) return { value: values, masked };
  return { value: Object.fromEntries(values.map((part, index) => [names[index] ?? '', part])), masked };
}

/** Takes out of a record, blobs and all, what would be masked if it were kept now: a new place may show what it is. */
export function maskRecord(app: Masking, session: SessionId, value: unknown): MaskedRecord {
  const text = JSON.stringify(value);
  const kept = app.transcripts.preview(session, { bytes: encoder.encode(text), sourceLine: 1, at: null });
  return kept === text ? { value, masked: 0 } : maskValue(app, value, JSON.parse(kept));
}
