import type { AppContext } from '../../app/context.ts';
import type { SessionScope } from '../../app/list-sessions.ts';
import { memoryTimeline } from '../../app/memory-timeline.ts';
import { viewMemory } from '../../app/memory-view.ts';
import { reviewItem } from '../../app/review-memories.ts';
import { type MemoryId, parseMemoryId, type SessionId } from '../../kernel/ids.ts';
import type { MemoryRow, MemorySection, PaneLine, ReviewPane } from '../../ui/ui-host.ts';
import { PLAIN } from '../color.ts';
import { renderMemoryRecord } from '../render/memory-record.ts';
import { renderWordDiff } from '../render/memory-review.ts';
import { showTime } from '../times.ts';
import { paneScreen } from './answer-text.ts';
import { sessionPane } from './session-pane.ts';

function linesOf(text: string): readonly PaneLine[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line, at) => (at === 0 ? { text: line, tone: 'heading' } : { text: line }));
}

/** What stands around the thing that a record came from. */
function evidenceLines(app: AppContext, id: MemoryId, scope: SessionScope): readonly PaneLine[] {
  const { entries, session, title } = memoryTimeline(app, id, { scope, before: 4, after: 4 });
  const where = session === null ? 'What was recorded of it' : `In session ${session.slice(0, 8)}  ${title ?? ''}`;
  return [
    { text: where, tone: 'heading' },
    ...entries.map(({ anchor, at, type, text }): PaneLine => {
      const when = showTime(at as Parameters<typeof showTime>[0], paneScreen());
      return { text: `${anchor ? '> ' : '  '}${when}  ${type}: ${text}`, ...(anchor ? {} : { tone: 'dim' as const }) };
    }),
  ];
}

/** All that is known of a row of memory; its evidence first where evidence is looked at. */
export function memoryPane(
  app: AppContext,
  row: MemoryRow,
  { section, scope }: { readonly section: MemorySection; readonly scope: SessionScope },
): readonly PaneLine[] {
  if (section === 'working context') return sessionPane(app, row.id as SessionId);
  app.readModel.catchUp();
  const id = parseMemoryId(row.id);
  const record = id === undefined ? undefined : app.readModel.memory(id);
  if (record === undefined) return [{ text: 'It is not there any more', tone: 'bad' }];
  const lines = linesOf(renderMemoryRecord(viewMemory(app, record)));
  const evidence = evidenceLines(app, record.id, scope);
  return section === 'evidence' ? [...evidence, { text: '' }, ...lines] : [...lines, { text: '' }, ...evidence];
}

/** A proposal, and how it differs from what is like it. */
export function reviewPane(app: AppContext, id: MemoryId): ReviewPane {
  app.readModel.catchUp();
  const item = reviewItem(app, id);
  if (item === undefined) return { lines: [{ text: 'It is decided already', tone: 'dim' }], nearest: null };
  const { proposal, neighbours } = item;
  const near = neighbours.flatMap((other): readonly PaneLine[] => [
    { text: '' },
    { text: `Like ${other.shortId} (${other.status})`, tone: 'heading' },
    { text: renderWordDiff(other.text, proposal.text, PLAIN) },
  ]);
  const none: readonly PaneLine[] = [{ text: '' }, { text: 'Nothing that stands is like it', tone: 'dim' }];
  const lines = [...linesOf(renderMemoryRecord(proposal)), ...(near.length === 0 ? none : near)];
  return { lines, nearest: neighbours.find(({ status }) => status === 'accepted')?.shortId ?? null };
}
