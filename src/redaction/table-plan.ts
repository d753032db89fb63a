import type { TablePlan } from './table-anchors.ts';

/** The plan of the anchors of the table. The build writes it in place of this: a run of the sources makes it when needed. */
export const TABLE_PLAN: TablePlan | undefined = undefined;
