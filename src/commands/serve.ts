import * as Flags from '@oclif/core/flags';
import type { Answer } from '../cli/answer.ts';
import { LoomCommand } from '../cli/base-command.ts';
import { projectFlags } from '../cli/global-flags.ts';

export default class Serve extends LoomCommand {
  static override summary = 'Show history and memory in a browser of this machine.';
  static override description =
    'Prints an address and serves it until Ctrl-C. It listens on 127.0.0.1 alone; the address lets one browser in, once. ' +
    'Pages load nothing from elsewhere and work without JavaScript. What they change is asked about first and can be undone. ' +
    'Who is kept out, and how: docs/serve.md.';
  static override examples = [
    { description: 'The project of this folder', command: '<%= config.bin %> serve' },
    { description: 'Every project, in the browser at once', command: '<%= config.bin %> serve --all --open' },
  ];
  static override flags = {
    ...projectFlags,
    port: Flags.integer({ summary: 'Port (default: any that is free).', min: 0, max: 65_535, helpValue: 'N' }),
    open: Flags.boolean({ summary: 'Start a browser with the address.' }),
  };
  static override exitCodes = ['5  the port is taken', '8  the system lets nobody listen on that port'];
  static override schema = () => import('../cli/schemas/serve.ts').then((module) => module.serveSchema);

  override async run(): Promise<Answer> {
    const { flags } = await this.parse(Serve);
    const { runServe } = await import('../cli/run-serve.ts');
    const { port = 0, open, project, all } = flags;
    await runServe({ version: this.config.version, port, open, project, all });
    return { json: null, written: true };
  }
}
