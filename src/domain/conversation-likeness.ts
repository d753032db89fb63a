import type { Conversation } from './conversation.ts';
import type { ToolStatus } from './tool-pairing.ts';
import { foldTurns, type Turn, type TurnToolCall } from './turns.ts';

/** Ids that stand for a place in a file, not for a thing: another file has other ones. */
const PLACE = /^line:/;

function isSaying({ prompt, answer, toolCalls }: Turn): boolean {
  return prompt !== null || answer !== null || toolCalls.length > 0;
}

/** What stands for an image or a file whose bytes are not kept, and what a view says where only an image is. */
const MEDIA = /\[(?:image|file|document): not kept\]|^\[image\]$/g;

function sameText(one: string | null, other: string | null): boolean {
  const plain = (text: string | null): string => (text ?? '').replace(MEDIA, '').trim();
  return plain(one) === plain(other);
}

/** An interrupted call may have been given the result "interrupted". */
function sameEnd(original: ToolStatus, copy: ToolStatus): boolean {
  return original === copy || (original === 'interrupted' && copy === 'error');
}

function callDifference(original: TurnToolCall | undefined, copy: TurnToolCall | undefined, sameIds: boolean) {
  if (original === undefined || copy === undefined) return `has another number of tool calls`;
  if (original.name !== copy.name) return `calls ${copy.name} where ${original.name} was called`;
  if (sameIds && !PLACE.test(original.id) && original.id !== copy.id)
    return `has call ${copy.id} in the place of ${original.id}`;
  // Another agent's format may not tell how a call ended.
  return !sameIds || sameEnd(original.status, copy.status)
    ? undefined
    : `says that call ${copy.id} ended as ${copy.status}; it was ${original.status}`;
}

function turnDifference(original: Turn | undefined, copy: Turn | undefined, sameIds: boolean): string | undefined {
  if (original === undefined || copy === undefined) return 'is missing, or one too many';
  if (!sameText(original.prompt, copy.prompt)) return 'has another prompt';
  if (!sameText(original.answer, copy.answer)) return 'has another answer';
  const calls = Math.max(original.toolCalls.length, copy.toolCalls.length);
  for (let index = 0; index < calls; index += 1) {
    const difference = callDifference(original.toolCalls[index], copy.toolCalls[index], sameIds);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/**
 * Compares a copy of a conversation with its original, turn by turn: prompts, answers, tool calls and how they ended.
 * Returns the first difference in words; `undefined` when there is none. `sameIds`: tool calls keep their ids and ends, as in a copy
 * within one agent's format.
 */
export function findDifference(
  original: Conversation,
  copy: Conversation,
  { sameIds }: { readonly sameIds: boolean },
): string | undefined {
  const before = foldTurns(original).filter(isSaying);
  const after = foldTurns(copy).filter(isSaying);
  for (let index = 0; index < Math.max(before.length, after.length); index += 1) {
    const difference = turnDifference(before[index], after[index], sameIds);
    if (difference !== undefined) return `turn ${index + 1} ${difference}`;
  }
  return undefined;
}
