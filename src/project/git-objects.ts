import type { Checkout } from './open-checkout.ts';

/** One answer of `git cat-file --batch…`. */
export interface GitObject {
  readonly id: string;
  readonly type: string;
  readonly size: number;
  /** Only of `--batch`. */
  readonly bytes?: Buffer;
}

const SLACK = 512;
const HEAD = /^([0-9a-f]+) (\w+) (\d+)$/;

function linesOf(names: readonly string[]): Uint8Array {
  return Buffer.from(names.map((name) => `${name}\n`).join(''), 'utf8');
}

interface ReadObject {
  readonly object: GitObject | undefined;
  readonly end: number;
}

/** One answer from a place in the output; `undefined` when the rest of it is missing. */
function readObject(out: Buffer, at: number, withBytes: boolean): ReadObject | undefined {
  const end = out.indexOf(10, at);
  if (end === -1) return undefined;
  const [, id, type, digits] = HEAD.exec(out.toString('latin1', at, end)) ?? [];
  if (id === undefined || type === undefined) return { object: undefined, end: end + 1 };
  const size = Number(digits);
  if (!withBytes) return { object: { id, type, size }, end: end + 1 };
  const stop = end + 1 + size;
  return stop > out.length
    ? undefined
    : { object: { id, type, size, bytes: out.subarray(end + 1, stop) }, end: stop + 1 };
}

/** Reads answers in the order of the questions; `undefined` for what is missing or ambiguous. */
export function parseObjects(
  out: Buffer,
  { withBytes }: { readonly withBytes: boolean },
): readonly (GitObject | undefined)[] {
  const objects: (GitObject | undefined)[] = [];
  for (let read = readObject(out, 0, withBytes); read !== undefined; read = readObject(out, read.end, withBytes)) {
    objects.push(read.object);
  }
  return objects;
}

/** Types and sizes of objects by name, in the order of the names; `undefined` when git could not be asked. */
export async function checkObjects(
  checkout: Checkout,
  names: readonly string[],
): Promise<readonly (GitObject | undefined)[] | undefined> {
  if (names.length === 0) return [];
  const outputLimit = names.reduce((sum, name) => sum + Buffer.byteLength(name) + SLACK, 0);
  const answer = await checkout.ask(['cat-file', '--batch-check'], { input: linesOf(names), outputLimit });
  return answer.ok ? parseObjects(answer.out, { withBytes: false }) : undefined;
}

/** Bytes of blobs by object id, none of them larger than a bound and all together within another; others are left out. */
export async function readBlobs(
  checkout: Checkout,
  ids: readonly string[],
  bounds: { readonly each: number; readonly all: number },
): Promise<ReadonlyMap<string, Buffer>> {
  const wanted: string[] = [];
  let outputLimit = SLACK;
  for (const object of (await checkObjects(checkout, [...new Set(ids)])) ?? []) {
    if (object?.type !== 'blob' || object.size > bounds.each) continue;
    if (outputLimit + object.size + SLACK > bounds.all) break;
    outputLimit += object.size + SLACK;
    wanted.push(object.id);
  }
  if (wanted.length === 0) return new Map();
  const answer = await checkout.ask(['cat-file', '--batch'], { input: linesOf(wanted), outputLimit });
  if (!answer.ok) return new Map();
  const objects = parseObjects(answer.out, { withBytes: true });
  return new Map(
    objects.flatMap((object) => (object?.bytes === undefined ? [] : [[object.id, object.bytes] as const])),
  );
}
