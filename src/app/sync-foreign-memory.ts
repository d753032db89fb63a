import type { AppContext } from './context.ts';
import { importForeignMemory } from './import-foreign-memory.ts';
import type { ForeignMemory } from './ports/foreign-memory.ts';
import type { SyncNews } from './sync-changes.ts';

/** What a tool's memory looked like when it was last read, by path. */
export type SeenMemory = Map<string, string>;

/** Where a tool that remembers keeps it: the paths that were named, else its usual places. */
export function memoryPlaces(app: AppContext, memory: ForeignMemory, paths: readonly string[]): readonly string[] {
  return paths.length > 0 ? paths : memory.places(app.env);
}

/** Proposes what another tool remembers, where it was written to since it was last read. Each is told once. */
export async function* syncForeignMemory(
  app: AppContext,
  memory: ForeignMemory,
  { paths, seen }: { readonly paths: readonly string[]; readonly seen: SeenMemory },
): AsyncGenerator<SyncNews> {
  for (const place of memoryPlaces(app, memory, paths)) {
    const stamp = app.sources.look(place) === 'there' ? memory.stamp(place, app.sources) : undefined;
    if (stamp === undefined || seen.get(place) === stamp) continue;
    const report = await importForeignMemory(app, memory, { paths: [place], dryRun: false });
    app.sources.release();
    seen.set(place, stamp);
    const { agent } = memory;
    for (const problem of report.problems) yield { kind: 'problem', agent, ...problem };
    const proposed = report.claims?.proposed ?? 0;
    if (proposed > 0) yield { kind: 'claims', agent, proposed };
  }
}
