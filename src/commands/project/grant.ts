import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { grantProject, grantsInForce, viewGrants } from '../../app/project-grants.ts';
import { requirePerson } from '../../cli/agent-shell-guard.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { readUntilInstant } from '../../cli/grant-flags.ts';
import { redacted } from '../../cli/memory-arguments.ts';
import { grantLine, renderGrants } from '../../cli/render/grants.ts';

export default class ProjectGrant extends LoomCommand {
  static override summary =
    'Let agents in one project read the history and memory of another; alone: list what is open.';
  static override description =
    'An agent that asks over MCP sees its own project only. A grant opens the named project to it, for reading, until it is ' +
    'revoked; each such answer is noted in the journal. Only a person grants.';
  static override examples = [
    { description: 'The project api may be read here', command: '<%= config.bin %> project grant api' },
    {
      description: 'For a while, in another project',
      command: '<%= config.bin %> project grant api --to web --until 2027-01-31 --reason "shared types"',
    },
    { description: 'What is open', command: '<%= config.bin %> project grant' },
  ];
  static override args = {
    project: Args.string({ description: 'Project that may be read: id, prefix, name or folder.' }),
  };
  static override flags = {
    to: Flags.string({
      summary: 'Project in which it may be read (default: that of the current folder).',
      helpValue: 'PROJECT',
    }),
    everywhere: Flags.boolean({ summary: 'It may be read in every project.', exclusive: ['to'] }),
    until: Flags.string({ summary: 'Closes by itself at this date or instant.', helpValue: 'ISO' }),
    reason: Flags.string({ summary: 'Why, for the record.', helpValue: 'TEXT' }),
  };
  static override exitCodes = ['4  no such project, or several', '6  a shell of an agent'];
  static override schema = () => import('../../cli/schemas/project.ts').then((schemas) => schemas.grantAnswer);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(ProjectGrant);
    const { project: from, ...wish } = { ...args, ...flags };
    if (from === undefined) return this.list();
    const app = await this.app({ write: true });
    requirePerson(app, 'opens a project to another', `loom project grant ${from}`);
    const until = readUntilInstant(wish.until);
    const reason = redacted(app, wish.reason);
    const { changed, grants } = await grantProject(app, {
      from,
      everywhere: wish.everywhere,
      ...(wish.to === undefined ? {} : { to: wish.to }),
      ...(until === undefined ? {} : { until }),
      ...(reason === undefined ? {} : { reason }),
    });
    return {
      json: { result: changed ? 'changed' : 'nothing', grants },
      text: () => grants.map((grant) => `${grantLine(grant)}${changed ? '' : ' already'}\n`).join(''),
      notes: grants.map(({ id }) => `Take it back: loom project revoke ${id}`),
      committed: changed ? 'the grant' : 'nothing',
    };
  }

  private async list(): Promise<Answer> {
    const app = await this.app();
    app.readModel.catchUp();
    const grants = viewGrants(app, grantsInForce(app));
    return {
      json: { result: 'nothing', grants },
      text: (screen) => renderGrants(grants, screen),
      notes: grants.length === 0 ? ['No project is open to another'] : [],
    };
  }
}
