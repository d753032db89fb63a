import { HELP_LINES } from './help-lines.ts';
import { resumeLines } from './pane-lines.ts';
import type { ScreenLayout } from './screen-layout.ts';
import type { PaneLine } from './ui-host.ts';
import type { Overlay } from './ui-state.ts';

/** What lies over lists and panes as a page of its own. */
export type Cover = Exclude<Overlay, { readonly type: 'input' | 'confirm' }>;

const WAITING: readonly PaneLine[] = [{ text: 'Reading…', tone: 'dim' }];

/** Tells a page of its own from a question below the lists. */
export function isCover(overlay: Overlay | null): overlay is Cover {
  return overlay !== null && overlay.type !== 'input' && overlay.type !== 'confirm';
}

/** What a page says, and what it is called. */
export function coverOf(cover: Cover): { readonly title: string; readonly lines: readonly PaneLine[] } {
  switch (cover.type) {
    case 'help':
      return { title: 'Keys', lines: HELP_LINES };
    case 'comparison':
      return { title: 'Two sessions beside each other', lines: cover.lines ?? WAITING };
    case 'purge':
      return { title: `Erase “${cover.row.title}” for good?`, lines: cover.lines ?? WAITING };
    case 'resume':
      return { title: `Resume “${cover.row.title}”?`, lines: resumeLines(cover.preview) };
  }
}

/** Rows of a page: its title stands above it. */
export function coverRows(layout: ScreenLayout): number {
  return Math.max(1, layout.body - 1);
}
