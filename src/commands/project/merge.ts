import * as Args from '@oclif/core/args';
import { mergeProjects } from '../../app/project-change.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { mutationFlags } from '../../cli/global-flags.ts';
import { answerProjectChange } from '../../cli/render/project.ts';

export default class ProjectMerge extends LoomCommand {
  static override summary = 'Say that two projects are one.';
  static override description = 'The second keeps its id and name. No file is moved, and the merge can be undone.';
  static override examples = [
    { description: 'One project with two ids', command: '<%= config.bin %> project merge 3k9q 7m2x' },
    { description: 'What it would do', command: '<%= config.bin %> project merge 3k9q 7m2x --dry-run' },
  ];
  static override args = {
    from: Args.string({
      description: 'Project that becomes part of the other: id, prefix, name or folder.',
      required: true,
    }),
    into: Args.string({ description: 'Project that stays: id, prefix, name or folder.', required: true }),
  };
  static override flags = mutationFlags;
  static override exitCodes = ['4  no such project, or several', '6  they cannot be merged'];
  static override schema = () => import('../../cli/schemas/project.ts').then((schemas) => schemas.projectChange);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(ProjectMerge);
    const dryRun = flags['dry-run'];
    const app = await this.app({ write: !dryRun });
    const change = await mergeProjects(app, { from: args.from, into: args.into, dryRun });
    return answerProjectChange(change, { done: 'merged into', dryRun });
  }
}
