import type { z } from 'zod';
import type { AppContext } from '../app/context.ts';
import type { AgentName } from '../events/agents.ts';
import type { MemoryId, SessionId } from '../kernel/ids.ts';
import type { Data } from './data-fence.ts';
import type { McpSettings } from './mcp-host.ts';
import type { Reach } from './reach.ts';

/** One call of a tool. */
export interface ToolCall<Input> {
  readonly app: AppContext;
  readonly input: Input;
  readonly reach: Reach;
  readonly settings: McpSettings;
  readonly agent: AgentName | undefined;
  /** The conversation that asks, where its process tells. */
  readonly asking: SessionId | undefined;
}

/** What a call brings out, before it is cleaned, fitted and fenced. */
export interface ToolAnswer {
  readonly data: Data;
  /** The list that is shortened when the answer is too long. */
  readonly list?: string;
  /** Memory records that were shown, and how many things in all; journaled as `memory.retrieved`. Absent: nothing was read. */
  readonly shown?: { readonly memories: readonly MemoryId[]; readonly hits: number };
}

/** A tool with the types of its input put aside. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  /** It appends to the journal. */
  readonly writes: boolean;
  readonly run: (call: ToolCall<never>) => ToolAnswer | Promise<ToolAnswer>;
}

/** Ties a tool's code to the schema of its input. */
export function defineTool<Input extends z.ZodType>(
  tool: Omit<Tool, 'input' | 'run' | 'writes'> & {
    readonly input: Input;
    readonly writes?: boolean;
    readonly run: (call: ToolCall<z.infer<Input>>) => ToolAnswer | Promise<ToolAnswer>;
  },
): Tool {
  return { writes: false, ...tool } as Tool;
}
