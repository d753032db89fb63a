import type { AcpHost } from '../acp/acp-host.ts';
import type { DialogueTap } from '../acp/dialogue-tap.ts';
import type { AgentEnd, Passage } from '../acp/pass-through.ts';
import type { ServedAcp } from '../acp/serve-acp.ts';
import type { AcpDialogue, DialogueStart } from '../capture/acp-dialogue.ts';
import { LineCutter } from '../kernel/line-cutter.ts';

/** Longest message that is read, in bytes; a longer one is passed over. */
const MOST_LINE = 16 * 1024 * 1024;

/** Opens the ACP agent, which no other command loads. */
export async function openAcp(host: AcpHost): Promise<ServedAcp> {
  return (await import('../acp/serve-acp.ts')).serveAcp(host);
}

/** Runs an agent behind loom; see `passThrough`. */
export async function openPassage(passage: Passage): Promise<AgentEnd> {
  return (await import('../acp/pass-through.ts')).passThrough(passage);
}

/** Copies a dialogue to a recorder. */
export async function openTap(...given: ConstructorParameters<typeof DialogueTap>): Promise<DialogueTap> {
  return new (await import('../acp/dialogue-tap.ts')).DialogueTap(...given);
}

/** What a recorder understands a dialogue with. */
export interface DialogueReader {
  readonly dialogue: AcpDialogue;
  readonly client: LineCutter;
  readonly agent: LineCutter;
}

export async function openDialogue(start: DialogueStart): Promise<DialogueReader> {
  const { AcpDialogue } = await import('../capture/acp-dialogue.ts');
  const bound = { most: MOST_LINE };
  return { dialogue: new AcpDialogue(start), client: new LineCutter(bound), agent: new LineCutter(bound) };
}
