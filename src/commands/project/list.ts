import { listProjects } from '../../app/project-view.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { describeDoubts, renderProjectList } from '../../cli/render/project.ts';

export default class ProjectList extends LoomCommand {
  static override summary = 'List projects, the one used last first.';
  static override examples = [
    { description: 'Every project with its folder', command: '<%= config.bin %> project list' },
    {
      description: 'Ids of projects in doubt',
      command: '<%= config.bin %> project list --json | jq -r ".[] | select(.unconfirmed).id"',
    },
  ];
  static override schema = () => import('../../cli/schemas/project.ts').then((schemas) => schemas.projectList);

  override async run(): Promise<Answer> {
    await this.parse(ProjectList);
    const projects = listProjects(await this.app());
    return {
      json: projects,
      text: (screen) => renderProjectList(projects, screen),
      notes: projects.length === 0 ? ['No project yet; loom import brings in sessions.'] : describeDoubts(projects),
    };
  }
}
