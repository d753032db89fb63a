import * as z from 'zod';
import { memoryTimeline } from '../app/memory-timeline.ts';
import { type ShownHit, showHits } from '../app/show-hits.ts';
import type { MemoryRecord } from '../domain/memory-state.ts';
import type { Data } from './data-fence.ts';
import { memoryData, withheldData } from './memory-data.ts';
import { isReadable, isSessionInReach, notHere, requireHit, requireIds, scopeOf } from './reach.ts';
import { defineTool, type ToolCall } from './tool.ts';
import { idInput, projectInput } from './tool-input.ts';
import { answerShape } from './tool-output.ts';

const timelineInput = z.strictObject({
  id: idInput.describe('Id of a hit, a memory record, a session or an event.'),
  before: z.int().min(0).max(50).default(5).describe('So many things before it.'),
  after: z.int().min(0).max(50).default(5).describe('So many things after it.'),
  project: projectInput,
});

async function timeline({ app, input, reach, settings }: ToolCall<z.infer<typeof timelineInput>>) {
  const { before, after } = input;
  const [id = input.id] = await requireIds(app, [input.id], reach);
  const target = requireHit(app, id, reach);
  if (target.kind === 'memory') {
    const { record } = target;
    const { sessionId } = record.provenance;
    if (!settings.memoryEnabled || !isReadable(app, record, reach)) throw notHere(id);
    // Where a record of the person was learnt may be another project.
    if (sessionId !== null && !isSessionInReach(app, sessionId, reach)) throw notHere(id);
  }
  const { entries, ...place } = memoryTimeline(app, id, { scope: scopeOf(reach), before, after });
  return {
    data: { ...place, entries },
    list: 'entries',
    shown: { memories: target.kind === 'memory' ? [target.record.id] : [], hits: entries.length },
  };
}

/** Shows what stands around a hit. */
export const timelineTool = defineTool({
  name: 'timeline',
  title: 'What happened around a hit',
  description:
    'Shows what was said and done around a hit of search, oldest first, each thing cut to one short line. A session id gives its end.',
  input: timelineInput,
  output: answerShape({ entries: z.array(z.looseObject({ id: z.string() })) }),
  run: timeline,
});

const showInput = z.strictObject({
  ids: z.array(idInput).min(1).max(20).describe('Ids that search, timeline or a list gave.'),
  budget: z
    .int()
    .min(100)
    .max(12_000)
    .default(4000)
    .describe('Estimated tokens for all texts together; what does not fit is cut and named.'),
  project: projectInput,
});

type ShowCall = ToolCall<z.infer<typeof showInput>>;

function shownData({ record: _, ...hit }: ShownHit): Data {
  return { ...hit, notice: hit.at === null ? 'of unknown date' : `said or done as of ${hit.at.slice(0, 10)}` };
}

function recordData({ app, reach, settings }: ShowCall, record: MemoryRecord): Data {
  if (!settings.memoryEnabled) return { id: record.id, type: 'memory', text: null, withheld: 'memory is turned off' };
  if (!isReadable(app, record, reach)) return withheldData(app, record, reach);
  return memoryData(app, [record], reach)[0] as Data;
}

async function show(call: ShowCall) {
  const { app, input, reach, settings } = call;
  const ids = await requireIds(app, input.ids, reach);
  const targets = ids.map((id) => ({ id, target: requireHit(app, id, reach) }));
  const others = targets.filter(({ target }) => target.kind !== 'memory').map(({ id }) => id);
  const shown = showHits(app, others, { scope: scopeOf(reach), budget: input.budget }).map(shownData);
  const items = targets.map(({ target }) =>
    target.kind === 'memory' ? recordData(call, target.record) : (shown.shift() as Data),
  );
  const memories = targets.flatMap(({ target }) =>
    target.kind === 'memory' && settings.memoryEnabled && isReadable(app, target.record, reach)
      ? [target.record.id]
      : [],
  );
  return { data: { items }, list: 'items', shown: { memories, hits: items.length } };
}

/** Shows things whole. */
export const showTool = defineTool({
  name: 'show',
  title: 'Show things whole',
  description:
    'Shows whole what ids stand for: accepted memory with its origin and state, messages, tool calls with their results, sessions, ' +
    'events. The text of memory that no person accepted is withheld.',
  input: showInput,
  output: answerShape({ items: z.array(z.looseObject({ id: z.string(), type: z.string() })) }),
  run: show,
});
