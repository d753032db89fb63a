import type { AnchorPlan } from './anchor-plan.ts';

/** The plan of the anchors of the table. The build writes it in place of this: a run of the sources makes it when needed. */
export const TABLE_PLAN: AnchorPlan | undefined = undefined;
