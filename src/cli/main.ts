import { dirname } from 'node:path';
import { resolveCommandLine } from './command-line.ts';
import { reportFailure } from './failure-report.ts';
import { readHookLine } from './hook-line.ts';
import { loadConfig, valuedFlags } from './loom-config.ts';
import { writeAnswer } from './output.ts';
import { readOutputMode } from './output-mode.ts';

let ranCommand: string | undefined;

/** Id of the command that `main` ran; `undefined` for help, the version and command lines that name none. */
export function commandThatRan(): string | undefined {
  return ranCommand;
}

/** Runs one command line and resolves to the exit code; everything is written when it resolves. Never rejects. */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    return await runCommandLine(argv);
  } catch (error) {
    return reportFailure(error, argv);
  }
}

async function runCommandLine(argv: readonly string[]): Promise<number> {
  const hook = readHookLine(argv);
  if (hook !== undefined) {
    // A hook pays for no command framework.
    const { runHook } = await import('./run-hook.ts');
    const { runWholeHook } = await import('./run-whole-hook.ts');
    await runHook(hook, runWholeHook);
    return 0;
  }
  if (argv[0] === 'complete') {
    // A shell asks with every press of its key, and what is asked for may be half a command line.
    ranCommand = 'complete';
    const { runComplete } = await import('./complete/run-complete.ts');
    return runComplete(argv.slice(1));
  }
  const config = await loadConfig(dirname(__dirname));
  const line = resolveCommandLine(argv, {
    commands: config.commandIDs,
    topics: config.topics.map((t) => t.name),
    valued: valuedFlags,
  });
  switch (line.kind) {
    case 'version':
      writeAnswer(`${config.userAgent}\n`);
      return 0;
    case 'help': {
      const { showHelp } = await import('./help/show-help.ts');
      return showHelp(config, line.subject, readOutputMode(argv).format === 'json');
    }
    case 'command':
      ranCommand = line.id;
      return (await config.runCommand<number | undefined>(line.id, [...line.argv])) ?? 0;
  }
}

/** The JSON Schema of every command that has one, by command id; for the surface snapshot. */
export async function describeSchemas(): Promise<Readonly<Record<string, unknown>>> {
  const { schemaDocuments } = await import('./schema-document.ts');
  return schemaDocuments(await loadConfig(dirname(__dirname)));
}
