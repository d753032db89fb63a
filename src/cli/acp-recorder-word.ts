/** The word after `hook` of the process that records a dialogue which another one passes on. */
export const ACP_RECORDER_WORD = ':acp';

/** Carries what the recorder is told of the agent: a command line can be read by every user of a machine. */
export const ACP_RECORDER_VARIABLE = 'LOOM_ACP_RECORDER';
