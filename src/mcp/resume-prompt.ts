import { resumePreviewTool } from './resume-tool.ts';
import type { Tool } from './tool.ts';

/** A prompt that a person picks in the client. */
export const RESUME_PROMPT = {
  name: 'resume',
  title: 'Go on with an earlier session',
  description: 'What changed since an earlier session of this project, and the context to go on with.',
  arguments: [
    { name: 'session', description: 'Session: id, title, or @last (default).', required: false },
    { name: 'budget', description: 'Estimated tokens of the context, 400 to 12000 (default 4000).', required: false },
  ],
} as const;

/** The tool that makes the context, and the input that the arguments of the prompt come to. */
export function resumeRequest(given: Readonly<Record<string, string>>): {
  readonly tool: Tool;
  readonly input: object;
} {
  const { session, budget } = given;
  return {
    tool: resumePreviewTool,
    input: {
      document: true,
      ...(session === undefined || session.trim() === '' ? {} : { session: session.trim() }),
      ...(budget === undefined || budget.trim() === '' ? {} : { budget: Number(budget) }),
    },
  };
}

/** What stands before the context. */
export const RESUME_INTRODUCTION =
  'Go on with the earlier session below. First say what changed since, as the verdict and its findings tell, and what you need ' +
  'me to approve: no approval is carried over. Then check what matters against the files as they are now.';
