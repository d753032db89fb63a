import { AGENT_COMMANDS } from '../domain/agent-commands.ts';
import type { ResumeFacts } from '../domain/resume-facts.ts';
import type { SessionView } from '../domain/session-view.ts';
import { shellLine } from '../kernel/shell-word.ts';
import type { AppContext } from './context.ts';
import { sourceExists } from './source-name.ts';

/** What continues the session: a program with its words, run in a folder. `command` is the same as one line for a POSIX shell. */
export interface ResumeNext {
  readonly command: string;
  readonly cwd: string;
  readonly program: string;
  readonly args: readonly string[];
  /** `agent`: the agent's own resume of a session file that is there. `loom`: a further step of loom. */
  readonly by: 'agent' | 'loom';
}

/** What the next step depends on. */
export interface NextWish {
  readonly view: SessionView;
  readonly facts: ResumeFacts;
  /** A session file that was just written for the agent. */
  readonly written?: { readonly nativeId: string; readonly cwd: string };
  /** Codes that a further step of loom has to be told again: a yes to them counts once. */
  readonly accept: readonly string[];
  /** A native writer for the agent that would go on is there. */
  readonly writable: boolean;
}

function nextOf(cwd: string, by: ResumeNext['by'], words: readonly [string, ...string[]]): ResumeNext {
  const [program, ...args] = words;
  return { command: shellLine(words), cwd, program, args, by };
}

function chosenWords({ facts }: NextWish): { readonly model?: string; readonly effort?: string } {
  const { model, effort } = facts.provider;
  return {
    ...(model.selected === model.original || model.selected === null ? {} : { model: model.selected }),
    ...(effort.selected === effort.original || effort.selected === null ? {} : { effort: effort.selected }),
  };
}

/** The agent still has the session's own file, in the folder where it would look for it. */
function isNativeThere(app: AppContext, { view, facts }: NextWish): boolean {
  const { agent } = facts.provider;
  const { sourcePath } = facts.transcript;
  if (agent.selected !== agent.original || sourcePath === null || view.nativeId.includes('/')) return false;
  return facts.place.chosen === facts.place.began && sourceExists(app.sources, sourcePath);
}

/** The program that was found is the one that the command names. */
function isProgram(path: string | null, name: string): boolean {
  return (
    path
      ?.split(/[\\/]/)
      .at(-1)
      ?.replace(/\.(?:exe|cmd|bat)$/i, '') === name
  );
}

/** The same wish as a further loom command. */
function loomWords(wish: NextWish, way: '--native' | '--print'): [string, ...string[]] {
  const { agent } = wish.facts.provider;
  const { model, effort } = chosenWords(wish);
  return [
    'loom',
    'sessions',
    'resume',
    wish.view.id,
    way,
    ...(agent.selected === agent.original || agent.selected === null ? [] : ['--agent', agent.selected]),
    ...(model === undefined ? [] : ['--model', model]),
    ...(effort === undefined ? [] : ['--effort', effort]),
    ...wish.accept.flatMap((code) => ['--accept', code]),
  ];
}

/**
 * Says what continues the session. The agent's own resume comes first, of the original file where it is still there, else of
 * one that was written for it; where there is none, the step of loom that makes one, or that prints the context.
 */
export function nextStep(app: AppContext, wish: NextWish): ResumeNext {
  const { facts, view, written } = wish;
  const cwd = written?.cwd ?? facts.place.chosen ?? app.cwd;
  const { selected } = facts.provider.agent;
  const command = selected === null ? undefined : AGENT_COMMANDS[selected];
  const isHere = command !== undefined && isProgram(facts.provider.program, command.program);
  if (isHere && (written !== undefined || isNativeThere(app, wish))) {
    const nativeId = written?.nativeId ?? view.nativeId;
    return nextOf(cwd, 'agent', [command.program, ...command.resume({ nativeId, ...chosenWords(wish) })]);
  }
  return nextOf(
    cwd,
    'loom',
    loomWords(wish, isHere && wish.writable && written === undefined ? '--native' : '--print'),
  );
}
