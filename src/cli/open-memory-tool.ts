import type { ForeignMemory } from '../app/ports/foreign-memory.ts';

/** Opens the reader of the one tool that remembers and keeps no sessions. */
export async function openMemoryTool(): Promise<ForeignMemory> {
  return (await import('../importers/claude-mem/claude-mem-memory.ts')).claudeMemMemory;
}
