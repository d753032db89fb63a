import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { Answer } from '../cli/answer.ts';
import { LoomCommand } from '../cli/base-command.ts';
import { decryptFlags, PASSPHRASE_ENVIRONMENT } from '../cli/encryption-flags.ts';
import { readPeriodFlags } from '../cli/flag-readers.ts';
import { dryRunFlag, mutationFlags, periodFlags } from '../cli/global-flags.ts';
import { runImport } from '../cli/run-import.ts';

export default class Import extends LoomCommand {
  static override summary = 'Keep the sessions of your agents: redacted copies, never touched originals.';
  static override description =
    'Without AGENT and PATH every agent found on this machine is imported from its usual places. With a PATH alone loom finds out whose it is. Importing again adds only what is new. ' +
    'With "loom" and a file (or -) the sessions of an export of another store are brought in (memory is not: loom memory import); with "claude-mem" what that tool remembers, as proposals.';
  static override examples = [
    { description: 'What would be imported', command: '<%= config.bin %> import --dry-run' },
    { description: 'Claude Code, from its usual place', command: '<%= config.bin %> import claude' },
    { description: 'One file', command: '<%= config.bin %> import claude session.jsonl' },
    { description: 'A file or a folder of any agent', command: '<%= config.bin %> import ~/Downloads/session.jsonl' },
    {
      description: 'Keep up with every agent until Ctrl-C',
      command: '<%= config.bin %> import --watch',
    },
    { description: 'Another store', command: '<%= config.bin %> import loom - < store.jsonl' },
    { description: 'An encrypted export', command: '<%= config.bin %> import loom store.age --identity key.txt' },
  ];
  static override args = {
    agent: Args.string({ description: 'Agent name, or the first path.' }),
    path: Args.string({ description: 'Files or folders; - is standard input (loom only).' }),
  };
  static override strict = false;
  static override flags = {
    ...dryRunFlag,
    since: periodFlags.since,
    revive: Flags.boolean({ summary: 'Bring back sessions that you deleted.' }),
    yes: mutationFlags.yes,
    watch: Flags.boolean({
      char: 'w',
      summary: 'Go on following what is found, and tell each session that changes.',
      exclusive: ['dry-run', 'json'],
    }),
    jsonl: Flags.boolean({ summary: 'With --watch: one JSON document per line.', dependsOn: ['watch'] }),
    ...decryptFlags,
    all: Flags.boolean({ summary: 'Every agent found (the default without AGENT).', hidden: false }),
  };
  static override environment = [PASSPHRASE_ENVIRONMENT];
  static override exitCodes = [
    '2  a named path is no session of any agent',
    '3  a file failed whole, or could not be decrypted',
    '4  a path is not there',
  ];

  static override schema = () => import('../cli/schemas/import.ts').then((module) => module.importSchema);

  override async run(): Promise<Answer> {
    const { flags, argv } = await this.parse(Import);
    const since = readPeriodFlags({ since: flags.since }).since;
    const progress = await this.progress();
    const request = {
      words: argv as string[],
      dryRun: flags['dry-run'],
      revive: flags.revive,
      yes: flags.yes,
      silent: flags.quiet || flags.json,
      decrypt: flags,
      ...(since === undefined ? {} : { since }),
    };
    if (flags.watch) {
      const { runWatch } = await import('../cli/run-watch.ts');
      return runWatch(await this.app({ write: true }), request, progress);
    }
    const app = await this.app({ write: !request.dryRun });
    try {
      return await runImport(app, request, progress);
    } finally {
      progress.end();
    }
  }
}
