import { absolutePath } from '../domain/path-place.ts';
import type { AppContext } from './context.ts';

type Data = Readonly<Record<string, unknown>>;

const TOOL_ENDS: ReadonlySet<string> = new Set(['tool.completed', 'tool.failed']);

function asFields(value: unknown): Data | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : undefined;
}

/** The path of an entry that nobody digested yet. */
function undigested(entry: unknown): string | undefined {
  const fields = asFields(entry);
  return typeof fields?.['path'] === 'string' && fields['digest'] === undefined ? fields['path'] : undefined;
}

/**
 * The data of the end of a call with the digest of each touched file as it is right now; entries that carry one keep it,
 * and files that are gone, too large or no files get none. Other data is returned as it is. Not redacted yet.
 */
export async function withContentDigests(
  app: Pick<AppContext, 'cwd' | 'snapshots'>,
  { type, data }: { readonly type: string; readonly data: Data },
): Promise<Data> {
  const touched = data['touched'];
  if (!TOOL_ENDS.has(type) || !Array.isArray(touched)) return data;
  const entries: readonly unknown[] = touched;
  const fileOf = (entry: unknown): string | undefined => {
    const path = undigested(entry);
    return path === undefined ? undefined : absolutePath(path, app.cwd);
  };
  const files = new Set(entries.flatMap((entry) => fileOf(entry) ?? []));
  if (files.size === 0) return data;
  const contents = await app.snapshots.contents([...files]);
  const digested = entries.map((entry) => {
    const file = fileOf(entry);
    const digest = file === undefined ? undefined : contents.get(file)?.digest;
    return digest === undefined ? entry : { ...asFields(entry), digest };
  });
  return { ...data, touched: digested };
}
