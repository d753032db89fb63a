import { makeDigest } from '../app/render-digest.ts';
import type { MemoryId } from '../kernel/ids.ts';
import { memoryData, readableMemories } from './memory-data.ts';
import type { ToolAnswer, ToolCall } from './tool.ts';

/** A page that a client may read. */
export interface McpResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly read: (call: ToolCall<null>) => ToolAnswer;
}

const OFF: ToolAnswer = { data: { memory: 'turned off' } };

function readDigest({ app, reach, settings, asking }: ToolCall<null>): ToolAnswer {
  if (!settings.memoryEnabled) return OFF;
  const except = asking === undefined ? {} : { except: asking };
  const { body, items, omitted } = makeDigest(app, {
    project: reach.project,
    tokens: settings.digestTokens,
    ...except,
  });
  const memories = items.flatMap(({ subject }) => (subject.kind === 'memory' ? [subject.id as MemoryId] : []));
  return { data: { digest: body, leftOut: omitted }, shown: { memories, hits: items.length } };
}

function readMemory({ app, reach, settings }: ToolCall<null>): ToolAnswer {
  if (!settings.memoryEnabled) return OFF;
  const records = readableMemories(app, reach);
  return {
    data: { records: memoryData(app, records, reach) },
    list: 'records',
    shown: { memories: records.map(({ id }) => id), hits: records.length },
  };
}

/** Every resource. */
export const RESOURCES: readonly McpResource[] = [
  {
    uri: 'loom://project/digest',
    name: 'digest',
    title: 'Digest of the project',
    description:
      'What a person accepted as memory of this project, and what came of its last sessions: one bounded page.',
    read: readDigest,
  },
  {
    uri: 'loom://project/memory',
    name: 'memory',
    title: 'Accepted memory of the project',
    description: 'Every record that a person accepted, with origin, date and state, newest first.',
    read: readMemory,
  },
];
