import type { AppContext } from '../app/context.ts';
import { importForeignMemory } from '../app/import-foreign-memory.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Answer } from './answer.ts';
import { requireMemoryOn } from './memory-arguments.ts';
import { openMemoryTool } from './open-memory-tool.ts';
import { describeImport } from './render/import-report.ts';

/** Runs `loom import claude-mem`: what the tool remembers becomes proposals. */
export async function runImportMemory(
  app: AppContext,
  { words, dryRun }: { readonly words: readonly string[]; readonly dryRun: boolean },
): Promise<Answer> {
  await requireMemoryOn(app);
  const [, ...paths] = words;
  try {
    const report = await importForeignMemory(app, await openMemoryTool(), { paths, dryRun });
    const [first] = report.problems;
    if (first !== undefined && report.problems.length === report.files && paths.length > 0) {
      throw new LoomError({ kind: 'usage', code: 'not-a-session', message: `${first.path} ${first.message}` });
    }
    const { proposed = 0, unplaced = 0 } = report.claims ?? {};
    const lost = `${unplaced} belong to no project that loom knows; import its sessions, or run this in its folder`;
    return {
      json: report,
      text: () => describeImport(report),
      warnings: [...report.warnings, ...(unplaced === 0 ? [] : [lost])],
      notes: proposed === 0 || dryRun ? [] : ['Nothing of it is memory before you accept it: loom memory review'],
      exit: report.problems.length > 0 ? 3 : 0,
      committed: `${dryRun ? 0 : proposed} proposals`,
    };
  } finally {
    app.sources.release();
  }
}
