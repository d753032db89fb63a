import type { NativeWriter } from '../app/ports/native-writer.ts';
import type { AgentName } from '../events/agents.ts';
import { claudeCodeWriter } from './claude-code/native-writer.ts';
import { codexWriter } from './codex/native-writer.ts';
import { piWriter } from './pi/native-writer.ts';

/** Agents whose sessions loom can write. */
const WRITERS: readonly NativeWriter[] = [claudeCodeWriter, codexWriter, piWriter];

/** The writer of an agent's sessions, or `undefined` when loom has none for it. */
export function nativeWriterFor(agent: AgentName): NativeWriter | undefined {
  return WRITERS.find((writer) => writer.agent === agent);
}
