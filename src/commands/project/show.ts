import * as Args from '@oclif/core/args';
import { showProject } from '../../app/project-current.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { renderProject } from '../../cli/render/project.ts';

export default class ProjectShow extends LoomCommand {
  static override summary = 'Show a project: its places, and how it is recognised.';
  static override examples = [
    { description: 'The project of the current folder', command: '<%= config.bin %> project show' },
    { description: 'The project of another folder', command: '<%= config.bin %> project show ~/work/api' },
  ];
  static override args = {
    project: Args.string({ description: 'Project: id, prefix, name or folder (default: the current folder).' }),
  };
  static override exitCodes = ['4  no such project, or several'];
  static override schema = () => import('../../cli/schemas/project.ts').then((schemas) => schemas.projectDetails);

  override async run(): Promise<Answer> {
    const { args } = await this.parse(ProjectShow);
    const project = showProject(await this.app(), args.project);
    return { json: project, text: () => renderProject(project) };
  }
}
