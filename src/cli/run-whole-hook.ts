import { ACP_RECORDER_WORD } from './acp-recorder-word.ts';
import { FOLLOW_UP_WORD } from './follow-up-word.ts';
import { type HookLine, pathsOfProcess, requireHookAgent } from './run-hook.ts';
import { currentFolder } from './system-sources.ts';

async function runStart({ word, argument }: HookLine): Promise<void> {
  const { openCapture, openPayload } = await import('./open-capture.ts');
  const { draftCapture } = await import('../app/capture-hook.ts');
  const { recordStart } = await import('./run-session-start.ts');
  const hook = await requireHookAgent(word);
  const reading = hook.read(await openPayload(argument), process.env);
  if (reading === undefined) return;
  const paths = pathsOfProcess();
  const capture = await openCapture(paths, process.env, currentFolder());
  const drafts = await draftCapture(capture, hook, reading);
  if (drafts.length > 0) await recordStart({ hook, reading, drafts, capture, paths });
}

/** Runs the hook calls that need more of the program than a record does: a start, and what follows a stop. Faults are thrown. */
export async function runWholeHook(line: HookLine): Promise<void> {
  if (line.word === ACP_RECORDER_WORD) {
    const { runAcpRecorder } = await import('./run-acp-recorder.ts');
    return runAcpRecorder(process.env);
  }
  if (line.word !== FOLLOW_UP_WORD) return runStart(line);
  const { runFollowUp } = await import('./run-follow-up.ts');
  return runFollowUp(process.env);
}
