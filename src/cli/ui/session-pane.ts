import type { AppContext } from '../../app/context.ts';
import { type SessionDetails, showSession } from '../../app/show-session.ts';
import type { SessionView } from '../../domain/session-view.ts';
import type { Turn } from '../../domain/turns.ts';
import { countOf } from '../../kernel/count-of.ts';
import type { SessionId } from '../../kernel/ids.ts';
import { textBeginning } from '../../text/text-beginning.ts';
import type { PaneLine } from '../../ui/ui-host.ts';
import { worktreeWords } from '../render/session-list.ts';
import { showTime } from '../times.ts';
import { paneScreen } from './answer-text.ts';

/** A longer transcript is not read for a glance. */
const MOST_BYTES = 24 * 1024 * 1024;
const MOST_TEXT = 1200;
const MOST_NOTICE = 200;
const MOST_FILES = 30;
const FIRST_TURNS = 3;
const LAST_TURNS = 60;

const heading = (text: string): PaneLine => ({ text, tone: 'heading' });
const EMPTY: PaneLine = { text: '' };

function time(at: Parameters<typeof showTime>[0]): string {
  return showTime(at, paneScreen());
}

function factLines({ view }: Pick<SessionDetails, 'view'>): readonly PaneLine[] {
  const { counts } = view;
  const facts: readonly (readonly [string, string | null])[] = [
    ['session', view.id],
    ['agent', [view.agent, ...view.models].join(', ')],
    ['project', view.project?.name ?? null],
    ['folder', view.cwd],
    ['branch', view.branch],
    ['worktree', worktreeWords(view)],
    ['updated', time(view.sortAt)],
    [
      'counts',
      `${countOf(counts.prompts, 'prompt')}, ${countOf(counts.answers, 'answer')}, ${countOf(counts.toolCalls, 'tool call')}`,
    ],
    ['errors', counts.errors === null || counts.errors === 0 ? null : String(counts.errors)],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [{ text: `${name.padEnd(9)} ${value}` }]));
}

function relative(word: string, view: SessionView): PaneLine {
  return { text: `${word} ${view.shortId}  ${view.title ?? ''}` };
}

/** Where it came from, and what came from it. */
function lineageLines(app: AppContext, { view, children }: SessionDetails): readonly PaneLine[] {
  const { parent, ancestors } = view;
  const came = parent === null ? [] : [{ text: `${parent.kind} of ${parent.id}${parent.deleted ? ' (deleted)' : ''}` }];
  const older = ancestors.slice(1).flatMap((id) => {
    const known = app.readModel.view(id);
    return known === undefined ? [] : [relative('before that', known)];
  });
  const born = children.slice(0, MOST_FILES).map((child) => relative(child.parent?.kind ?? 'child', child));
  const lines = [...came, ...older, ...born];
  return lines.length === 0 ? [] : [heading('Lineage'), ...lines, EMPTY];
}

function fileLines({ files }: SessionDetails): readonly PaneLine[] {
  if (files.length === 0) return [];
  const lines = files
    .slice(0, MOST_FILES)
    .map(({ path, reads, edits }) => ({ text: `${path}  (${reads} read, ${edits} edited)` }));
  const more = files.length > MOST_FILES ? [{ text: `… and ${files.length - MOST_FILES} more` }] : [];
  return [heading('Files'), ...lines, ...more, EMPTY];
}

/** How often each tool was called, and how that ended. */
function toolLines({ turns }: SessionDetails): readonly PaneLine[] {
  const byName = new Map<string, Map<string, number>>();
  for (const { name, status } of turns.flatMap(({ toolCalls }) => toolCalls)) {
    const ends = byName.get(name) ?? new Map<string, number>();
    byName.set(name, ends.set(status, (ends.get(status) ?? 0) + 1));
  }
  if (byName.size === 0) return [];
  const lines = [...byName].map(([name, ends]): PaneLine => {
    const isBad = [...ends.keys()].some((status) => status !== 'ok');
    const words = [...ends].map(([status, count]) => `${count} ${status}`).join(', ');
    return { text: `${name}: ${words}`, ...(isBad ? { tone: 'warn' as const } : {}) };
  });
  return [heading('Tools'), ...lines, EMPTY];
}

function turnLines(turn: Turn, number: number): readonly PaneLine[] {
  const calls = turn.toolCalls.map((call): PaneLine => {
    const about = call.paths.length > 0 ? call.paths.join(' ') : (call.about ?? '');
    const isBad = call.status !== 'ok';
    return { text: `  [${call.name} ${about}${isBad ? `: ${call.status}` : ''}]`, tone: isBad ? 'bad' : 'dim' };
  });
  return [
    heading(`Turn ${number}${turn.at === null ? '' : `  ${time(turn.at)}`}`),
    ...(turn.prompt === null ? [] : [{ text: `> ${textBeginning(turn.prompt, MOST_TEXT).replaceAll('\n', '\n> ')}` }]),
    ...calls,
    ...turn.notices.map(
      ({ kind, text }): PaneLine => ({ text: `  (${kind}: ${textBeginning(text, MOST_NOTICE)})`, tone: 'dim' }),
    ),
    ...(turn.answer === null ? [] : [{ text: textBeginning(turn.answer, MOST_TEXT) }]),
    EMPTY,
  ];
}

/** Turns from the first on; of many the first ones and the last. */
function allTurns({ turns }: SessionDetails): readonly PaneLine[] {
  const lines = turns.map((turn, at) => turnLines(turn, at + 1));
  const left = turns.length - FIRST_TURNS - LAST_TURNS;
  if (left <= 0) return lines.flat();
  const gap: PaneLine = { text: `… ${countOf(left, 'turn')}: loom sessions show`, tone: 'dim' };
  return [...lines.slice(0, FIRST_TURNS).flat(), gap, EMPTY, ...lines.slice(-LAST_TURNS).flat()];
}

function bytesOf(app: AppContext, session: SessionId): number {
  return app.readModel.state(session)?.transcript?.keptLength ?? 0;
}

/** A session for a glance: what it is, where it came from, what it touched, how its tools ended, and its turns. */
export function sessionPane(app: AppContext, session: SessionId): readonly PaneLine[] {
  app.readModel.catchUp();
  const view = app.readModel.view(session);
  if (view !== undefined && bytesOf(app, session) > MOST_BYTES) {
    const told: PaneLine = { text: `Too long for a glance: loom sessions show ${view.id}`, tone: 'dim' };
    return [heading(view.title ?? view.id), ...factLines({ view }), EMPTY, told];
  }
  const details = showSession(app, session);
  return [
    heading(details.view.title ?? details.view.id),
    ...factLines(details),
    EMPTY,
    ...lineageLines(app, details),
    ...fileLines(details),
    ...toolLines(details),
    ...allTurns(details),
  ];
}
