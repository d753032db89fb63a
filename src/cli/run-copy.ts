import type { SessionCopy } from '../app/copy-session.ts';
import { shellLine } from '../kernel/shell-word.ts';
import type { Answer } from './answer.ts';
import { safeLine } from './safe-text.ts';
import { CHANGE_WORDS } from './words/copy.ts';

/** The document of a copy. */
export function copyJson(copy: SessionCopy): object {
  const { point, command, session, ...rest } = copy;
  return {
    id: session,
    ...rest,
    forkedAt: point.at,
    turn: point.turn,
    turns: point.turns,
    moved: point.moved,
    approvals: [],
    next: command === null ? null : { command: shellLine(command), cwd: copy.cwd },
  };
}

function endWords({ point }: SessionCopy): string {
  const where = point.turn === point.turns ? `all ${point.turns} turns` : `turns 1 to ${point.turn} of ${point.turns}`;
  return point.turns === 1 ? 'its one turn' : where;
}

/** What goes on with the fork: the agent itself, or loom. */
function nextLine(copy: SessionCopy, resumeLine: string): string {
  if (copy.command === null) return `continue   ${resumeLine}`;
  return `continue   cd ${shellLine([copy.cwd])} && ${shellLine(copy.command)}`;
}

function factLines(copy: SessionCopy): readonly string[] {
  const { session, parent, path, point, memories, changes, dryRun } = copy;
  return [
    `${dryRun ? 'would fork' : 'forked'} ${parent} into ${session}`,
    `holds      ${endWords(copy)}${point.at === null ? '' : `, up to ${safeLine(point.at)}`}`,
    ...(point.moved ? ['cut        after the results of the tool calls, so that calls and results stay together'] : []),
    ...(memories.length > 0 ? [`memory     ${memories.length} accepted records of its parent`] : []),
    'approved   nothing: the fork asks for everything again',
    ...(path === null ? [] : [`file       ${safeLine(path)}`]),
    ...(copy.cwdSubstituted ? [`folder     ${safeLine(copy.cwd)} stands for the session's own, which is gone`] : []),
    ...changes.map(({ code, count }) => `note       ${CHANGE_WORDS[code](count)}`),
  ];
}

/** The answer of `sessions fork`: what was made, how to go on, and how to go back. */
export function forkAnswer(copy: SessionCopy, resumeLine: string): Answer {
  const { session, parent, path, dryRun } = copy;
  const lines = factLines(copy);
  const ways = [nextLine(copy, resumeLine), `go back    loom sessions show ${parent}`];
  return {
    json: copyJson(copy),
    text: () => `${[...lines, ...(dryRun ? [] : ways)].join('\n')}\n`,
    notes: dryRun
      ? []
      : [
          `Undo: loom sessions delete ${session} --yes`,
          ...(path === null ? [] : [`The agent's file stays after that; remove it by hand: ${safeLine(path)}`]),
        ],
    committed: `session ${session} is forked from ${parent}`,
  };
}
