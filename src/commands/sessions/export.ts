import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { listSessions } from '../../app/list-sessions.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { encryptFlags, PASSPHRASE_ENVIRONMENT } from '../../cli/encryption-flags.ts';
import { readSeal } from '../../cli/export-encryption.ts';
import { projectFlags } from '../../cli/global-flags.ts';
import { refuseSecrets } from '../../cli/refuse-secrets.ts';
import { exportedIds, runExport } from '../../cli/run-export.ts';
import { runNativeExport } from '../../cli/run-native-export.ts';
import { findByHandles, readScope } from '../../cli/session-scope.ts';

export default class SessionsExport extends LoomCommand {
  static override summary =
    "Write sessions as Markdown, HTML, JSON, JSON lines, for other tools (ctx), or in their agent's own format.";
  static override description =
    'Everything is redacted again with the present rules. JSON and JSON lines can be brought into another store with: loom import loom FILE.';
  static override examples = [
    { description: 'For reading', command: '<%= config.bin %> sessions export @last > session.md' },
    {
      description: 'One page for a browser, without scripts',
      command: '<%= config.bin %> sessions export @last --format html --output session.html',
    },
    {
      description: 'For another store',
      command: '<%= config.bin %> sessions export @last --format json --output session.json',
    },
    {
      description: "In the agent's own format, as its resume reads it",
      command: '<%= config.bin %> sessions export @last --format native > session.jsonl',
    },
    {
      description: 'For other tools, as ctx-history-jsonl-v1',
      command: '<%= config.bin %> sessions export @last --format ctx --output session.ctx.jsonl',
    },
    {
      description: 'Encrypted to the owner of a key',
      command: '<%= config.bin %> sessions export @last -r age1… --output session.md.age',
    },
    {
      description: 'Every session of this project, a file each',
      command: '<%= config.bin %> sessions export --format markdown --output notes',
    },
  ];
  static override args = {
    handle: Args.string({ description: 'Sessions (default: all of the project, or of the store with --all).' }),
  };
  static override strict = false;
  static override flags = {
    ...projectFlags,
    format: Flags.string({
      summary: 'Format.',
      options: ['markdown', 'md', 'html', 'json', 'jsonl', 'ctx', 'native'],
      default: 'markdown',
    }),
    mode: Flags.string({
      summary:
        'How much: compact, redacted (all of the conversation), full (thinking, injected text, side branches too).',
      options: ['compact', 'redacted', 'full'],
      default: 'redacted',
    }),
    output: Flags.string({
      char: 'o',
      summary: 'File, folder for several, or - for standard output.',
      helpValue: 'PATH',
    }),
    force: Flags.boolean({ summary: 'Replace a file that is there.' }),
    strict: Flags.boolean({ summary: 'Write nothing, and exit 3, when the present rules find a secret in it.' }),
    'with-children': Flags.boolean({ summary: 'Subagents, forks and continuations too.' }),
    ...encryptFlags,
  };
  static override environment = [PASSPHRASE_ENVIRONMENT];
  static override exitCodes = [
    '3  with --strict: a secret was found',
    '4  no such session, or several',
    '6  the file is there',
    '7  the file could not be written',
  ];
  static override schema = () => import('../../cli/schemas/changes.ts').then((module) => module.sessionExportSchema);

  override async run(): Promise<Answer> {
    const { argv, flags } = await this.parse(SessionsExport);
    const seal = await readSeal(flags);
    const app = await this.app({ write: flags.output !== undefined && flags.output !== '-' });
    const words = argv as string[];
    const scope = await readScope(app, flags);
    const views =
      words.length > 0
        ? await findByHandles(app, words, flags)
        : listSessions(app, scope, { anyArchived: true }).rows();
    const way = { views, seal, force: flags.force, ...(flags.output === undefined ? {} : { output: flags.output }) };
    if (flags.strict) await refuseSecrets(app, exportedIds(app, views, flags['with-children']));
    if (flags.format === 'native') return runNativeExport(app, way);
    return runExport(app, {
      ...way,
      format: (flags.format === 'md' ? 'markdown' : flags.format) as 'markdown' | 'html' | 'json' | 'jsonl' | 'ctx',
      mode: flags.mode as 'compact' | 'redacted' | 'full',
      withChildren: flags['with-children'],
    });
  }
}
