import * as Flags from '@oclif/core/flags';
import { startSession } from '../../app/start-session.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { readConfigValue } from '../../cli/config-values.ts';
import { readAgentFlag } from '../../cli/flag-readers.ts';
import { refusalError } from '../../cli/refusal-words.ts';
import { mintNativeId } from '../../cli/system-sources.ts';
import { terminalName } from '../../cli/terminal-name.ts';
import { SESSION_WORDS } from '../../cli/words/session.ts';

export default class SessionsStart extends LoomCommand {
  static override summary = 'Start a session by hand in the current folder.';
  static override description = 'For agents without hooks: start, record, close. A snapshot of the folder is taken.';
  static override examples = [
    { description: 'A session of your own', command: '<%= config.bin %> sessions start --title "upgrade to Node 24"' },
    { description: 'Its id for a script', command: 'id=$(<%= config.bin %> sessions start --json | jq -r .id)' },
  ];
  static override flags = {
    agent: Flags.string({ summary: 'The agent (default: loom).', helpValue: 'AGENT' }),
    'native-id': Flags.string({ summary: "The agent's own id; made when absent." }),
    title: Flags.string({ summary: 'A title.' }),
    pid: Flags.integer({
      summary: 'Number of the process that the agent runs in (default: the one that runs loom).',
      min: 1,
      helpValue: 'PID',
    }),
  };
  static override environment = ['LOOM_TTY  name of the terminal, for sessions resume --last (default: the device)'];
  static override exitCodes = ['4  the session is deleted'];
  static override schema = () => import('../../cli/schemas/changes.ts').then((module) => module.startedSchema);

  override async run(): Promise<Answer> {
    const { flags } = await this.parse(SessionsStart);
    const app = await this.app({ write: true });
    const tty = terminalName(app.env);
    const request = {
      agent: readAgentFlag(flags.agent) ?? ('loom' as const),
      ...(flags['native-id'] === undefined ? {} : { nativeId: flags['native-id'] }),
      ...(flags.title === undefined ? {} : { title: flags.title }),
      ...(tty === null ? {} : { tty }),
      pid: flags.pid ?? app.processes.parentPid,
      globs: await readConfigValue(app, 'policy.globs'),
    };
    const { session, nativeId, outcome } = await startSession(app, request, mintNativeId);
    if (typeof outcome === 'object') throw refusalError(SESSION_WORDS, outcome.refusal);
    return {
      json: { id: session, nativeId, agent: request.agent, result: outcome },
      text: () => `${session}\n`,
      notes: outcome === 'started' ? [`Undo: loom sessions delete ${session} --yes`] : ['It was known already'],
      committed: `session ${session} is started`,
    };
  }
}
