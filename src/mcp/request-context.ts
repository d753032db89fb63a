import type { AppContext } from '../app/context.ts';
import { noteShowing } from '../app/note-retrieval.ts';
import { nameProject } from '../app/project-view.ts';
import type { AgentName } from '../events/agents.ts';
import { askingSession } from './asking-session.ts';
import type { ClientFolders } from './client-folders.ts';
import { cleanData, type Data, dataText, FRAMING, fence, fitData } from './data-fence.ts';
import type { McpHost } from './mcp-host.ts';
import { openReach } from './open-reach.ts';
import type { RequestQueue } from './request-queue.ts';
import type { ToolAnswer, ToolCall } from './tool.ts';

/** What one request wants of the store. */
export interface McpRequest<Input> {
  readonly input: Input;
  readonly write: boolean;
  /** The project that the call names. */
  readonly asked: string | undefined;
  readonly run: (call: ToolCall<Input>) => ToolAnswer | Promise<ToolAnswer>;
}

/** An answer ready for the client: the same as data and as fenced text. */
export interface FencedAnswer {
  readonly data: Data;
  readonly text: string;
}

/** What requests of one client share. */
export interface McpClient {
  readonly host: McpHost;
  readonly queue: RequestQueue;
  readonly folders: ClientFolders;
  readonly agent: () => AgentName | undefined;
}

function dress(call: ToolCall<unknown>, answer: ToolAnswer): FencedAnswer {
  const { app, reach } = call;
  const project = reach.project === null ? null : nameProject(app.readModel.projects(), reach.project);
  const named = project === null ? null : { id: project.id, name: project.name };
  const known = cleanData(app, { project: named, ...answer.data }) as Data;
  const data = fitData({ notice: FRAMING, ...known }, answer.list);
  const { notice: _, ...rest } = data;
  return { data, text: fence(dataText(rest, answer.list)) };
}

/** Journals what was shown, in the session that asked, else in its project. */
async function noteAnswer(call: ToolCall<unknown>, answer: ToolAnswer, { text }: FencedAnswer): Promise<void> {
  const { app, reach, asking } = call;
  if (answer.shown === undefined) return;
  const to = asking !== undefined ? { session: asking } : reach.own === null ? null : { project: reach.own };
  await noteShowing(app, {
    to,
    ...answer.shown,
    tokens: Math.ceil(text.length / 4),
    ...(reach.project === reach.own || reach.project === null ? {} : { project: reach.project }),
  });
}

async function callWith<Input>(client: McpClient, app: AppContext, request: McpRequest<Input>) {
  const reach = openReach(app, { folders: await client.folders.list(), asked: request.asked });
  const call: ToolCall<Input> = {
    app,
    input: request.input,
    reach,
    settings: await client.host.settings(app),
    agent: client.agent(),
    asking: askingSession(app, reach),
  };
  const answer = await request.run(call);
  return { call, answer, fenced: dress(call, answer) };
}

/**
 * Answers one request on the store as it is now. Everything is opened for the request and closed after it, so that a store that
 * was made, moved on or restored meanwhile is seen, and nothing is left open when the client goes.
 */
export async function answerRequest<Input>(client: McpClient, request: McpRequest<Input>): Promise<FencedAnswer> {
  const [folder = client.host.folder] = await client.folders.list();
  return client.queue.run(async (afterwards) => {
    const app = await client.host.open({ folder, write: request.write, agent: client.agent() });
    try {
      const { call, answer, fenced } = await callWith(client, app, request);
      afterwards(() => noteAnswer(call, answer, fenced));
      return fenced;
    } finally {
      afterwards(() => app.readModel.close());
    }
  });
}
