import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { revokeGrants } from '../../app/project-grants.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { readRevokeWish } from '../../cli/grant-flags.ts';
import { grantLine } from '../../cli/render/grants.ts';

export default class ProjectRevoke extends LoomCommand {
  static override summary = 'Take back that a project may be read in another.';
  static override description = 'What was read before stays read.';
  static override examples = [
    { description: 'The project api, here', command: '<%= config.bin %> project revoke api' },
    { description: 'One grant by its id', command: '<%= config.bin %> project revoke 01KQ6V8E3M4R7T2X9ZB5CDFGHJ' },
  ];
  static override args = {
    project: Args.string({ description: 'Id of a grant, or the project that may be read.', required: true }),
  };
  static override flags = {
    to: Flags.string({
      summary: 'Project in which it may be read (default: that of the current folder).',
      helpValue: 'PROJECT',
    }),
    everywhere: Flags.boolean({ summary: 'The grant for every project.', exclusive: ['to'] }),
  };
  static override exitCodes = ['4  no such project or grant'];
  static override schema = () => import('../../cli/schemas/project.ts').then((schemas) => schemas.grantAnswer);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(ProjectRevoke);
    const app = await this.app({ write: true });
    const { grants } = await revokeGrants(app, readRevokeWish(args.project, flags));
    return {
      json: { result: 'changed', grants },
      text: () => grants.map((grant) => `no more: ${grantLine(grant)}\n`).join(''),
      committed: `${grants.length} grants taken back`,
    };
  }
}
