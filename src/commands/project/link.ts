import * as Args from '@oclif/core/args';
import { linkProject } from '../../app/project-change.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { mutationFlags } from '../../cli/global-flags.ts';
import { answerProjectChange } from '../../cli/render/project.ts';

export default class ProjectLink extends LoomCommand {
  static override summary = 'Say that a folder belongs to a project.';
  static override description =
    'A project that was nothing but this folder becomes part of the other, with its sessions. No file is moved.';
  static override examples = [
    { description: 'The current folder', command: '<%= config.bin %> project link api' },
    { description: 'A folder that is gone', command: '<%= config.bin %> project link api ~/old/api' },
  ];
  static override args = {
    project: Args.string({ description: 'Project: id, prefix, name or folder.', required: true }),
    folder: Args.string({ description: 'Folder that belongs to it (default: the current folder).' }),
  };
  static override flags = mutationFlags;
  static override exitCodes = ['4  no such project, or several; no such folder'];
  static override schema = () => import('../../cli/schemas/project.ts').then((schemas) => schemas.projectChange);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(ProjectLink);
    const dryRun = flags['dry-run'];
    const app = await this.app({ write: !dryRun });
    const folder = args.folder === undefined ? {} : { folder: args.folder };
    const change = await linkProject(app, { project: args.project, ...folder, dryRun });
    return answerProjectChange(change, { done: 'linked the folder to', dryRun });
  }
}
