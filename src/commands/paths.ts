import type { Answer } from '../cli/answer.ts';
import { LoomCommand } from '../cli/base-command.ts';
import { findPaths, type LoomPaths } from '../cli/store-paths.ts';
import { currentFolder } from '../cli/system-sources.ts';

function pathLines(paths: LoomPaths): string {
  return Object.entries(paths)
    .map(([name, path]) => `${name}\t${path}\n`)
    .join('');
}

export default class Paths extends LoomCommand {
  static override summary = 'Show where loom keeps its files.';
  static override examples = [
    { description: 'The folder to back up', command: '<%= config.bin %> paths --json | jq -r .store' },
  ];

  static override schema = () => import('../cli/schemas/installation.ts').then((schemas) => schemas.paths);

  override async run(): Promise<Answer> {
    await this.parse(Paths);
    const paths = findPaths({ env: process.env, platform: process.platform, cwd: currentFolder() });
    return { json: paths, text: () => pathLines(paths) };
  }
}
