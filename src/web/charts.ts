import type { DayActivity } from '../app/read-overview.ts';
import { countOf } from '../kernel/count-of.ts';
import { html, type Markup } from './markup.ts';

const WIDTH = 640;
const HEIGHT = 120;
const FOOT = 18;

/** Columns for days. The numbers stand in the table beside it: to a reader that does not see it, the picture is one sentence. */
export function dayColumns(days: readonly DayActivity[]): Markup {
  const most = Math.max(1, ...days.map(({ sessions }) => sessions));
  const step = WIDTH / Math.max(1, days.length);
  const columns = days.map(({ day, sessions }, at) => {
    const height = sessions === 0 ? 1 : Math.max(3, ((HEIGHT - FOOT - 14) * sessions) / most);
    const x = (at * step + 2).toFixed(1);
    const y = (HEIGHT - FOOT - height).toFixed(1);
    return html`<rect x="${x}" y="${y}" width="${(step - 4).toFixed(1)}" height="${height.toFixed(1)}"><title>${day}: ${countOf(sessions, 'session')}</title></rect>`;
  });
  const label = `Sessions of each day from ${days[0]?.day ?? ''} to ${days.at(-1)?.day ?? ''}; at most ${most} on one day`;
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}"><text x="2" y="11">${most}</text>${columns}<text x="2" y="${HEIGHT - 4}">${days[0]?.day ?? ''}</text><text x="${WIDTH - 2}" y="${HEIGHT - 4}" text-anchor="end">${days.at(-1)?.day ?? ''}</text></svg>`;
}

/** A bar beside a number, which says it all. */
export function bar(value: number, most: number): Markup {
  const width = most === 0 ? 0 : (100 * value) / most;
  return html`<svg viewBox="0 0 100 8" preserveAspectRatio="none" width="100%" height="10" aria-hidden="true"><rect x="0" y="0" width="${width.toFixed(1)}" height="8"></rect></svg>`;
}
