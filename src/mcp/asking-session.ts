import type { AppContext } from '../app/context.ts';
import type { SessionId } from '../kernel/ids.ts';
import type { Reach } from './reach.ts';

/** Sessions that are looked at; the one that asks is among the newest. */
const MOST_LOOKED_AT = 20;

/** The conversation that asks: the newest of the project whose process started this one. Undefined where nothing tells. */
export function askingSession(app: AppContext, { own }: Reach): SessionId | undefined {
  if (own === null) return undefined;
  const newest = app.readModel.list({ project: own, limit: MOST_LOOKED_AT });
  return newest.find(({ id }) => {
    const process = app.readModel.state(id)?.process;
    return process !== null && process !== undefined && app.processes.isAncestor(process.mark);
  })?.id;
}
