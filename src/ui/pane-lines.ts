import type { PaneLine, ResumePreview } from './ui-host.ts';
import type { PaneState } from './ui-state.ts';

const WAITING: readonly PaneLine[] = [{ text: 'Reading…', tone: 'dim' }];
const JUDGING: readonly PaneLine[] = [{ text: 'Comparing with what is there now…', tone: 'dim' }];

const JOINED = new WeakMap<readonly PaneLine[], WeakMap<object, readonly PaneLine[]>>();
const NO_VERDICT = {};

/** Lines of the pane: what is known of the row, then what a resume would say of it. The same parts give the same array. */
export function paneLines({ lines, verdict, of }: PaneState, tab: 'sessions' | 'memory'): readonly PaneLine[] {
  if (of === null) return [];
  if (lines === null) return WAITING;
  if (tab === 'memory') return lines;
  const joined = JOINED.get(lines) ?? new WeakMap<object, readonly PaneLine[]>();
  JOINED.set(lines, joined);
  const key = verdict ?? NO_VERDICT;
  const made = joined.get(key) ?? [...verdictLines(verdict), ...lines];
  joined.set(key, made);
  return made;
}

function verdictLines(verdict: ResumePreview | null): readonly PaneLine[] {
  return [{ text: 'Resume', tone: 'heading' }, ...(verdict === null ? JUDGING : verdict.lines), { text: '' }];
}

/** Lines of the confirmation that a resume asks for. */
export function resumeLines(preview: ResumePreview | null): readonly PaneLine[] {
  return preview === null ? JUDGING : preview.lines;
}
