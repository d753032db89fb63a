/** The word after `hook` of the process that works on after a hook has ended. */
export const FOLLOW_UP_WORD = ':follow-up';
