import type { SessionDetails } from '../../app/show-session.ts';
import type { Turn } from '../../domain/turns.ts';
import { countOf } from '../../kernel/count-of.ts';
import { LoomError } from '../../kernel/loom-error.ts';
import { graphemes } from '../../text/graphemes.ts';
import { safeBlock, safeLine } from '../safe-text.ts';
import type { Screen } from '../screen.ts';
import { showTime } from '../times.ts';
import { describeBytes } from './import-report.ts';
import { worktreeWords } from './session-list.ts';

export interface DetailOptions {
  readonly full: boolean;
  /** 1-based. */
  readonly turn?: number;
}

/** Longest text of one turn, in characters, and of the whole answer, unless it is asked for in full. */
const TURN_TEXT = 2000;
const WHOLE_TEXT = 150_000;

function chosenTurns(details: SessionDetails, options: DetailOptions): readonly Turn[] {
  if (options.turn === undefined) return details.turns;
  const turn = details.turns[options.turn - 1];
  if (turn !== undefined) return [turn];
  throw new LoomError({
    kind: 'not-found',
    code: 'turn-not-found',
    message: `session ${details.view.shortId} has ${countOf(details.turns.length, 'turn')}; there is no turn ${options.turn}`,
  });
}

/** The document of `sessions show --json`: the session's own fields, then its details. */
export function detailsJson(details: SessionDetails, options: DetailOptions): object {
  const { view, ...rest } = details;
  return { ...view, ...rest, turns: chosenTurns(details, options), plan: null, grant: null };
}

function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  let kept = '';
  for (const grapheme of graphemes(text.slice(0, most + 64))) {
    if (kept.length + grapheme.length > most) break;
    kept += grapheme;
  }
  return `${kept}\n[… ${describeBytes(Buffer.byteLength(text) - Buffer.byteLength(kept))} omitted; --full or --turn N]`;
}

function headLines({ view, import: kept, redactions }: SessionDetails, screen: Screen): string[] {
  const facts: readonly (readonly [string, string | null])[] = [
    ['session', view.id],
    ['title', view.title],
    ['agent', `${view.agent} ${view.nativeId}`],
    ['project', view.project === null ? null : `${view.project.name}  ${view.project.path}`],
    ['folder', view.cwd],
    ['branch', view.branch],
    ['worktree', worktreeWords(view)],
    ['models', view.models.join(', ') || null],
    ['started', view.startedAt === null ? null : showTime(view.startedAt, screen)],
    ['updated', view.updatedAt === null ? null : showTime(view.updatedAt, screen)],
    ['state', stateWords(view)],
    [
      'counts',
      `${countOf(view.counts.prompts, 'prompt')}, ${countOf(view.counts.answers, 'answer')}, ${countOf(view.counts.toolCalls, 'tool call')}${view.counts.inherited > 0 ? `, ${countOf(view.counts.inherited, 'prompt')} inherited` : ''}`,
    ],
    [
      'parent',
      view.parent === null ? null : `${view.parent.id} (${view.parent.kind}${view.parent.deleted ? ', deleted' : ''})`,
    ],
    ['source', kept === null ? null : `${kept.source.path}${kept.sourceMissing ? ' (gone)' : ''}`],
    [
      'redacted',
      Object.entries(redactions)
        .map(([rule, count]) => `${rule} ${count}`)
        .join(', ') || null,
    ],
  ];
  return facts.flatMap(([name, value]) =>
    value === null ? [] : [`${screen.paint.dim(name.padEnd(9))} ${safeLine(value)}`],
  );
}

function stateWords(view: SessionDetails['view']): string {
  const words = [
    view.status,
    view.pinned ? 'pinned' : '',
    view.archived ? 'archived' : '',
    view.deleted ? 'deleted' : '',
    view.headless ? 'headless' : '',
    view.timeSuspect ? 'suspect times' : '',
  ];
  const errors = view.counts.errors ?? 0;
  return [...words, errors > 0 ? `⚠ ${countOf(errors, 'error')}` : ''].filter((word) => word !== '').join(', ');
}

function callWords(call: Turn['toolCalls'][number]): string {
  const what = call.paths.length > 0 ? call.paths.join(' ') : call.about;
  const about = what === null ? '' : ` ${safeLine(what)}`;
  return `${safeLine(call.name)}${about}${call.status === 'ok' ? '' : `: ${call.status}`}`;
}

function turnText(turn: Turn, number: number, { options, screen }: { options: DetailOptions; screen: Screen }): string {
  const most = options.full || options.turn !== undefined ? Number.POSITIVE_INFINITY : TURN_TEXT;
  const lines = [
    `${screen.paint.bold(`Turn ${number}`)}${turn.at === null ? '' : `  ${screen.paint.dim(showTime(turn.at, screen))}`}${turn.captured === true ? screen.paint.dim('  recorded live') : ''}`,
  ];
  if (turn.prompt !== null) lines.push(`> ${safeBlock(cutText(turn.prompt, most)).replace(/\n/g, '\n> ')}`);
  for (const call of turn.toolCalls) lines.push(screen.paint.dim(`  [${callWords(call)}]`));
  for (const notice of turn.notices)
    lines.push(
      screen.paint.dim(`  (${safeLine(notice.kind)}: ${safeLine(cutText(notice.text, Math.min(most, 200)))})`),
    );
  if (turn.answer !== null) lines.push(safeBlock(cutText(turn.answer, most)));
  return `${lines.join('\n')}\n\n`;
}

/** A session for people, in pieces. Long texts are cut unless asked for; the cut says how to see the rest. */
export function* renderDetails(details: SessionDetails, options: DetailOptions, screen: Screen): Generator<string> {
  const turns = chosenTurns(details, options);
  yield `${headLines(details, screen).join('\n')}\n\n`;
  let printed = 0;
  const first = options.turn ?? 1;
  for (const [index, turn] of turns.entries()) {
    if (printed > WHOLE_TEXT && !options.full) {
      yield `[… ${turns.length - index} more turns omitted; --full or --turn N]\n`;
      break;
    }
    const text = turnText(turn, first + index, { options, screen });
    printed += text.length;
    yield text;
  }
  yield* footLines(details);
}

function* footLines({ files, children, compactions, repairs, branches, summaries }: SessionDetails): Generator<string> {
  if (files.length > 0)
    yield `files: ${files
      .slice(0, 20)
      .map((file) => `${safeLine(file.path)} (${file.reads} read, ${file.edits} edited)`)
      .join(', ')}${files.length > 20 ? ` and ${files.length - 20} more` : ''}\n`;
  if (children.length > 0) yield `children: ${children.map((child) => child.shortId).join(' ')}\n`;
  if (compactions.length > 0) yield `compactions: ${compactions.length}\n`;
  if (branches.length > 1) yield `branches: ${branches.length}\n`;
  for (const { turns, at, method, tokens } of summaries)
    yield `summary: turns 1–${turns}, ${at}, ${safeLine(method)}, about ${tokens} tokens\n`;
  for (const repair of repairs.slice(0, 20)) yield `repair: ${repair.code}: ${safeLine(repair.message)}\n`;
}
