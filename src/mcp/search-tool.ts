import * as z from 'zod';
import type { AppContext } from '../app/context.ts';
import type { SearchHit } from '../app/search-hits.ts';
import { searchMemory } from '../app/search-memory.ts';
import type { SearchKind } from '../domain/search-document.ts';
import { type MemoryId, parseMemoryId } from '../kernel/ids.ts';
import type { Data } from './data-fence.ts';
import { isReadable, type Reach, requireSession, scopeOf, tellable } from './reach.ts';
import { defineTool, type ToolCall } from './tool.ts';
import { agentInput, idInput, pageInput, present, projectInput, sinceInput, untilInput } from './tool-input.ts';
import { answerShape } from './tool-output.ts';

const KINDS = ['memory', 'prompt', 'answer', 'toolCall', 'summary', 'title'] as const satisfies readonly SearchKind[];

const input = z.strictObject({
  query: z
    .string()
    .max(20_000)
    .default('')
    .describe('Words, names, paths, error codes, "quoted phrases". Empty: accepted memory, newest first.'),
  kinds: z.array(z.enum(KINDS)).min(1).max(KINDS.length).optional().describe('Only these kinds.'),
  match: z
    .enum(['auto', 'all', 'any'])
    .default('auto')
    .describe('all words, any of them, or auto: all, and only if nothing has all, some.'),
  agent: agentInput,
  session: idInput.optional().describe('Only this session.'),
  path: z.string().min(1).max(500).optional().describe('Only what touched this file or folder.'),
  since: sinceInput,
  until: untilInput,
  ...pageInput(50, 10),
  project: projectInput,
});

type Input = z.infer<typeof input>;

function recordOf(app: AppContext, { id, type }: SearchHit) {
  const memory = type === 'memory' ? parseMemoryId(id) : undefined;
  return memory === undefined ? undefined : app.readModel.memory(memory);
}

function mayTell(app: AppContext, hit: SearchHit, reach: Reach): boolean {
  if (hit.type !== 'memory') return true;
  const record = recordOf(app, hit);
  return record !== undefined && isReadable(app, record, reach);
}

function hitData(app: AppContext, hit: SearchHit, reach: Reach): Data {
  const { unconfirmedInstruction: _, project: __, retention: ___, session, ...rest } = hit;
  const notice = `${hit.type === 'memory' ? 'known' : 'said or done'} as of ${hit.at.slice(0, 10)}`;
  return { ...rest, session: tellable(app, session, reach), notice };
}

/** Memory is turned off: what was said and done is still found. */
function kindsOf({ kinds }: Input, memoryEnabled: boolean): readonly SearchKind[] | undefined {
  return memoryEnabled ? kinds : (kinds ?? KINDS).filter((kind) => kind !== 'memory');
}

async function search({ app, input: given, reach, settings, asking }: ToolCall<Input>) {
  const { query: question, match, agent, path, since, until, limit, offset } = given;
  const kinds = kindsOf(given, settings.memoryEnabled);
  const isOff = kinds?.length === 0 || (question.trim() === '' && !settings.memoryEnabled);
  if (isOff) return { data: { hits: [], memory: 'turned off' } };
  const session = given.session === undefined ? undefined : requireSession(app, given.session, reach).id;
  const narrowing = present({ kinds, agent, session, path, since, until, asking });
  try {
    const request = { question, scope: scopeOf(reach), match, limit, offset, unnoted: true, ...narrowing } as const;
    const { hits, respelled } = await searchMemory(app, request);
    const told = hits.filter((hit) => mayTell(app, hit, reach));
    const memories = told.flatMap(({ id, type }): MemoryId[] =>
      type === 'memory' ? [parseMemoryId(id) ?? []].flat() : [],
    );
    return {
      data: {
        hits: told.map((hit) => hitData(app, hit, reach)),
        more: hits.length === limit,
        ...(Object.keys(respelled).length === 0 ? {} : { respelled }),
      },
      list: 'hits',
      shown: { memories, hits: told.length },
    };
  } finally {
    (await app.openSearch()).close();
  }
}

/** Finds memory and what was said and done. */
export const searchTool = defineTool({
  name: 'search',
  title: 'Search project history and memory',
  description:
    'Finds accepted project memory and what was said and done in earlier sessions of any coding agent in this project: prompts, ' +
    'answers, tool calls, summaries, titles. Gives compact hits; read on with timeline or show.',
  input,
  output: answerShape({ hits: z.array(z.looseObject({ id: z.string(), type: z.string() })) }),
  run: search,
});
