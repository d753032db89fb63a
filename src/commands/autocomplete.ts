import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { Answer } from '../cli/answer.ts';
import { LoomCommand } from '../cli/base-command.ts';
import { runAutocomplete } from '../cli/complete/run-autocomplete.ts';
import { mutationFlags } from '../cli/global-flags.ts';

export default class Autocomplete extends LoomCommand {
  static override summary = 'Completion for bash, zsh and fish: commands, flags, sessions with their titles.';
  static override description =
    'Prints the script of the shell; --install puts it where the shell finds it, shows what changes first, and can be taken back.';
  static override examples = [
    { description: 'For this shell alone', command: 'source <(<%= config.bin %> autocomplete bash)' },
    { description: 'For good', command: '<%= config.bin %> autocomplete zsh --install' },
  ];
  static override args = {
    shell: Args.string({ description: 'bash, zsh or fish (default: that of $SHELL).' }),
  };
  static override flags = {
    install: Flags.boolean({ summary: 'Write it for good.', exclusive: ['uninstall'] }),
    uninstall: Flags.boolean({ summary: 'Take back what --install wrote.' }),
    ...mutationFlags,
  };
  static override environment = ['SHELL  the shell when none is named', 'ZDOTDIR, XDG_DATA_HOME, XDG_CONFIG_HOME'];
  static override exitCodes = ['6  not confirmed, or a file there is not of loom', '7  a file could not be written'];
  static override schema = () => import('../cli/schemas/autocomplete.ts').then((module) => module.autocompleteSchema);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(Autocomplete);
    const { install, uninstall, yes } = flags;
    return runAutocomplete(await this.app(), {
      shell: args.shell,
      install,
      uninstall,
      yes,
      dryRun: flags['dry-run'],
    });
  }
}
