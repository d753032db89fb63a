import * as Flags from '@oclif/core/flags';

const GLOBAL = 'GLOBAL';

/** Flags of every command. */
export const GLOBAL_FLAGS = {
  json: Flags.boolean({ summary: 'Answer with one JSON document on stdout.', helpGroup: GLOBAL }),
  quiet: Flags.boolean({ char: 'q', summary: 'Print the answer and errors only.', helpGroup: GLOBAL }),
  debug: Flags.boolean({ summary: 'Show stack traces of faults on stderr.', env: 'LOOM_DEBUG', helpGroup: GLOBAL }),
  color: Flags.boolean({ summary: 'Force colour on or off.', allowNo: true, helpGroup: GLOBAL }),
};

/** `--jsonl`: one JSON document per line, for long lists and streams. */
export const jsonlFlag = {
  jsonl: Flags.boolean({ summary: 'Answer with one JSON document per line.', exclusive: ['json'] }),
};

/** `--project` and `--all`: which project is meant. The default is the project of the current folder. */
export const projectFlags = {
  project: Flags.string({
    summary: 'Project id, name or folder (default: the current folder).',
    helpValue: 'PROJECT',
    exclusive: ['all'],
  }),
  all: Flags.boolean({ summary: 'Every project.' }),
};

/** `--limit` and `--offset` of lists. */
export const pageFlags = {
  limit: Flags.integer({
    char: 'n',
    summary: 'At most this many.',
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    helpValue: 'N',
  }),
  offset: Flags.integer({ summary: 'Leave out the first N.', min: 0, max: Number.MAX_SAFE_INTEGER, helpValue: 'N' }),
};

/** `--since` and `--until`; read them with `parseWhen` of times.ts. */
export const periodFlags = {
  since: Flags.string({ summary: 'From this time on: 2d, yesterday, 2026-01-31.', helpValue: 'TIME' }),
  until: Flags.string({ summary: 'Before this time: 2d, yesterday, 2026-01-31.', helpValue: 'TIME' }),
};

/** `--agent`; read it with `readAgentFlag`. */
export const agentFlag = {
  agent: Flags.string({ summary: 'Only this agent, such as claude-code.', helpValue: 'AGENT' }),
};

/** `--yes` and `--dry-run` of commands that change something. */
export const mutationFlags = {
  yes: Flags.boolean({ char: 'y', summary: 'Do not ask.' }),
  'dry-run': Flags.boolean({ summary: 'Show the plan and change nothing.' }),
};

/** `--expired` and `--force`: what the retention settings say. Nothing expires by itself. */
export const expiryFlags = {
  expired: Flags.boolean({ summary: 'Every session that the retention settings let expire.' }),
  force: Flags.boolean({ summary: 'With --expired: also when the plan looks wrong.', dependsOn: ['expired'] }),
};

/** `--dry-run` alone, for commands that never ask. */
export const dryRunFlag = {
  'dry-run': Flags.boolean({ summary: 'Show the plan and change nothing.' }),
};
