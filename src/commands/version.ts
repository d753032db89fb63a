import type { Answer } from '../cli/answer.ts';
import { LoomCommand } from '../cli/base-command.ts';

export default class Version extends LoomCommand {
  static override summary = 'Show the version of loom, the platform and Node.';
  static override examples = [{ description: 'For a bug report', command: '<%= config.bin %> version --json' }];

  static override schema = () => import('../cli/schemas/installation.ts').then((schemas) => schemas.version);

  override async run(): Promise<Answer> {
    await this.parse(Version);
    const { name, version, platform, arch, userAgent } = this.config;
    return { json: { name, version, platform, arch, node: process.version }, text: () => userAgent };
  }
}
