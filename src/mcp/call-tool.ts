import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { LoomError } from '../kernel/loom-error.ts';
import { makeLineVisible } from '../kernel/visible-text.ts';
import type { McpHost } from './mcp-host.ts';
import { answerRequest, type FencedAnswer, type McpClient } from './request-context.ts';
import type { Tool } from './tool.ts';

/** Most proposals of one client: memory is for a person to review. */
const MOST_PROPOSALS = 50;

const named = z.looseObject({ project: z.string().optional() });

function inputError(tool: Tool, error: z.ZodError): LoomError {
  const lines = error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`);
  const message = `${tool.name}: ${lines.join('; ')}`.slice(0, 1000);
  return new LoomError({ kind: 'usage', code: 'bad-arguments', message });
}

/** What a client is told of a failure; a bug shows nothing of what it met. */
export function failureOf(host: Pick<McpHost, 'notice' | 'trace'>, error: unknown) {
  if (error instanceof LoomError) {
    const { kind, code, message, hints } = error;
    return { kind, code, message: makeLineVisible(message), hints: hints.map(makeLineVisible) };
  }
  host.notice('a bug in loom kept a request from being answered');
  host.trace(error);
  return { kind: 'bug', code: 'bug', message: 'a bug in loom kept this from being answered', hints: ['loom doctor'] };
}

function failedResult(host: McpHost, error: unknown): CallToolResult {
  const failure = failureOf(host, error);
  const hints = failure.hints.map((hint) => `\nHint: ${hint}`).join('');
  const text = `Error (${failure.code}): ${failure.message}${hints}`;
  // No structured part: clients hold that against the schema of the answer.
  return { isError: true, content: [{ type: 'text', text }] };
}

/** Runs one tool with arguments as they came. Throws LoomError. */
export async function runTool(client: McpClient, tool: Tool, given: unknown): Promise<FencedAnswer> {
  const parsed = tool.input.safeParse(given ?? {});
  if (!parsed.success) throw inputError(tool, parsed.error);
  const { project: asked } = named.parse(parsed.data);
  return answerRequest(client, { input: parsed.data as never, write: tool.writes, asked, run: tool.run });
}

/** Counts what a client appends. */
export class ProposalAllowance {
  #left = MOST_PROPOSALS;

  take(): void {
    this.#left -= 1;
    if (this.#left >= 0) return;
    const message = `${MOST_PROPOSALS} proposals were made already; a person reviews them first`;
    throw new LoomError({ kind: 'refused', code: 'too-many-proposals', message, hints: ['loom memory review'] });
  }
}

/** Calls a tool; whatever fails is a result that says so. */
export async function callTool(
  client: McpClient,
  allowance: ProposalAllowance,
  { tool, given }: { readonly tool: Tool; readonly given: unknown },
): Promise<CallToolResult> {
  try {
    if (tool.writes) allowance.take();
    const { data, text } = await runTool(client, tool, given);
    return { content: [{ type: 'text', text }], structuredContent: data };
  } catch (error) {
    return failedResult(client.host, error);
  }
}
