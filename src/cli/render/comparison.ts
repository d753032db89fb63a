import type { ComparedPath, ComparedSide, SessionComparison } from '../../domain/session-comparison.ts';
import { countOf } from '../../kernel/count-of.ts';
import { safeLine } from '../safe-text.ts';
import type { Screen } from '../screen.ts';
import { showTime } from '../times.ts';

/** Prompts and paths of a side that are printed; --json has all of them. */
const MOST_LINES = 12;

function duration(millis: number | null): string {
  if (millis === null) return 'unknown';
  const minutes = Math.round(millis / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function toolWords({ tools }: ComparedSide): string {
  const words = Object.entries(tools).map(([name, { ok, error, interrupted }]) => {
    const bad = [error > 0 ? `${error} failed` : '', interrupted > 0 ? `${interrupted} interrupted` : ''].filter(
      Boolean,
    );
    return `${name} ${ok + error + interrupted}${bad.length === 0 ? '' : ` (${bad.join(', ')})`}`;
  });
  return words.join(', ') || 'none';
}

function bounded(lines: readonly string[]): readonly string[] {
  const more = lines.length - MOST_LINES;
  return more > 0 ? [...lines.slice(0, MOST_LINES), `… ${more} more`] : lines;
}

function* sideLines(name: string, side: ComparedSide, screen: Screen): Generator<string> {
  const { counts, tokens } = side;
  yield `${screen.paint.name(name)}  ${side.id}  ${safeLine(side.title ?? '')}`;
  yield `  goal      ${safeLine(side.goal ?? 'nothing was asked for after the fork point')}`;
  yield `  done      ${countOf(counts.prompts, 'prompt')}, ${countOf(counts.answers, 'answer')}, ${countOf(counts.toolCalls, 'tool call')}`;
  yield `  tools     ${safeLine(toolWords(side))}`;
  yield `  tokens    ${tokens.input} in, ${tokens.output} out, ${tokens.cacheRead} from the cache`;
  yield `  model     ${safeLine(side.models.join(', ')) || 'unknown'}`;
  yield `  time      ${duration(side.durationMs)}${side.endedAt === null ? '' : `, last ${showTime(side.endedAt, screen)}`}`;
  for (const { command, status, runs, detail } of side.checks) {
    const often = runs > 1 ? ` (${runs} runs)` : '';
    yield `  check     ${safeLine(command)}: ${status}${often}${detail === null ? '' : ` — ${safeLine(detail)}`}`;
  }
  if (side.commits.length > 0) yield `  commits   ${side.commits.map(safeLine).join(', ')}`;
  for (const line of bounded(side.prompts.map(({ text }) => safeLine(text)))) yield `  prompt    ${line}`;
}

function pathWords({ path, a, b }: ComparedPath): string {
  const how = ({ reads, edits }: ComparedPath['a']): string =>
    [edits > 0 ? `edited ${edits}×` : '', reads > 0 ? `read ${reads}×` : ''].filter(Boolean).join(', ');
  const sides = [how(a) === '' ? '' : `A ${how(a)}`, how(b) === '' ? '' : `B ${how(b)}`].filter(Boolean);
  return `${safeLine(path)}  ${sides.join('; ')}`;
}

const PATH_TITLES = { both: 'touched by both', a: 'touched by A only', b: 'touched by B only' } as const;

function* pathLines({ paths, morePaths }: SessionComparison): Generator<string> {
  for (const where of ['both', 'a', 'b'] as const) {
    const lines = paths.filter((path) => path.in === where).map(pathWords);
    if (lines.length === 0) continue;
    yield `${PATH_TITLES[where]}`;
    for (const line of bounded(lines)) yield `  ${line}`;
  }
  if (morePaths > 0) yield `… ${morePaths} more paths`;
}

function originLine({ ancestor, forkPoint }: SessionComparison): string {
  if (ancestor === null) return 'The sessions share no ancestor; each is told from its beginning.';
  const point = forkPoint === null ? 'no message' : `turn ${forkPoint.turn}, ${safeLine(forkPoint.at)}`;
  return `Both come from ${ancestor} and part after ${point}.`;
}

/** Two sessions beside each other, for people. */
export function* renderComparison(comparison: SessionComparison, screen: Screen): Generator<string> {
  yield `${originLine(comparison)}\n\n`;
  for (const line of sideLines('A', comparison.a, screen)) yield `${line}\n`;
  yield '\n';
  for (const line of sideLines('B', comparison.b, screen)) yield `${line}\n`;
  const paths = [...pathLines(comparison)];
  if (paths.length > 0) yield `\n${paths.join('\n')}\n`;
}
