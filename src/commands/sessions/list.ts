import * as Flags from '@oclif/core/flags';
import { listSessions } from '../../app/list-sessions.ts';
import type { SessionQuery } from '../../app/ports/read-model.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { readAgentFlag, readPeriodFlags } from '../../cli/flag-readers.ts';
import { agentFlag, jsonlFlag, pageFlags, periodFlags, projectFlags } from '../../cli/global-flags.ts';
import { emptyListNotes, listingJson, renderSessionList, renderSessionTree } from '../../cli/render/session-list.ts';
import { readScope } from '../../cli/session-scope.ts';

interface ListFlags {
  readonly agent?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly archived: boolean;
  readonly deleted: boolean;
  readonly 'include-subagents': boolean;
}

function queryOf(flags: ListFlags): SessionQuery {
  const agent = readAgentFlag(flags.agent);
  return {
    ...(agent === undefined ? {} : { agent }),
    ...(flags.archived ? { archived: true } : {}),
    ...(flags.deleted ? { deleted: true } : {}),
    ...(flags['include-subagents'] ? { includeSubagents: true } : {}),
    ...readPeriodFlags(flags),
    ...(flags.limit === undefined ? {} : { limit: flags.limit }),
    ...(flags.offset === undefined ? {} : { offset: flags.offset }),
  };
}

export default class SessionsList extends LoomCommand {
  static override summary = 'List sessions, newest first.';
  static override description =
    'The default is the project of the current folder, without archived, deleted and subagent sessions.';
  static override examples = [
    { description: 'Every project', command: '<%= config.bin %> sessions list --all' },
    {
      description: 'Ids of the last week',
      command: '<%= config.bin %> sessions list --all --since 7d --json | jq -r ".[].id"',
    },
  ];
  static override flags = {
    ...projectFlags,
    ...agentFlag,
    ...periodFlags,
    ...pageFlags,
    ...jsonlFlag,
    archived: Flags.boolean({ summary: 'Only archived sessions.' }),
    deleted: Flags.boolean({ summary: 'Only deleted sessions.' }),
    'include-subagents': Flags.boolean({ summary: 'Subagent and headless sessions too.' }),
    tree: Flags.boolean({ summary: 'Indent sessions below the one they came from.', exclusive: ['json', 'jsonl'] }),
  };
  static override schema = () => import('../../cli/schemas/session.ts').then((module) => module.sessionListSchema);

  override async run(): Promise<Answer> {
    const { flags } = await this.parse(SessionsList);
    const app = await this.app();
    const scope = await readScope(app, flags);
    const listing = listSessions(app, scope, queryOf(flags));
    return {
      json: () => listingJson(listing),
      jsonl: () => listing.rows(),
      text: (screen) => (flags.tree ? renderSessionTree : renderSessionList)(listing.rows(), screen),
      notes: () => emptyListNotes(listing, scope),
    };
  }
}
