import { MANIFEST } from 'virtual:loom-manifest';
import type { Config } from '@oclif/core/config';
import { printJson } from '../../kernel/json-text.ts';
import { LoomError } from '../../kernel/loom-error.ts';
import { closest } from '../closest.ts';
import { writeAnswer } from '../output.ts';
import { type DescribedCommand, renderCommandPage } from './command-page.ts';
import { HELP_PAGES } from './pages.ts';
import { type CommandTree, renderRootPage, renderTopicPage } from './topic-page.ts';

function commandTree(config: Config): CommandTree {
  return {
    commands: Object.values(MANIFEST.commands).map(({ id, summary, description }) => ({
      id,
      summary: summary ?? description ?? '',
    })),
    topics: config.topics.map(({ name, description }) => ({ name, description: description ?? '' })),
  };
}

function unknownSubject(config: Config, words: readonly string[]): LoomError {
  const given = words.join(' ');
  const known = [...config.commandIDs, ...config.topics.map(({ name }) => name), ...Object.keys(HELP_PAGES)];
  const guess = closest(
    given,
    known.map((id) => id.replaceAll(':', ' ')),
  );
  return new LoomError({
    kind: 'usage',
    code: 'unknown-help',
    message: `there is no help on ${given}`,
    hints: guess === undefined ? ['loom help'] : [`did you mean: loom help ${guess}`, 'loom help'],
  });
}

/** The help text on loom (no words), a topic, a command or a page. Throws LoomError `usage` when there is none. */
export function helpText(config: Config, words: readonly string[]): string {
  if (words.length === 0) return renderRootPage(commandTree(config));
  const id = words.join(':');
  const command = Object.hasOwn(MANIFEST.commands, id) ? MANIFEST.commands[id] : undefined;
  if (command !== undefined) return renderCommandPage(command as unknown as DescribedCommand);
  const tree = commandTree(config);
  if (tree.commands.some((candidate) => candidate.id.startsWith(`${id}:`))) return renderTopicPage(tree, id);
  const page = HELP_PAGES[id];
  if (page !== undefined && Object.hasOwn(HELP_PAGES, id)) return `${page.summary}\n\n${page.body}`;
  throw unknownSubject(config, words);
}

/** Prints help, as a document of its own when JSON is asked for. Resolves to the exit code. */
export async function showHelp(config: Config, words: readonly string[], json = false): Promise<number> {
  const text = helpText(config, words);
  writeAnswer(json ? `${printJson({ help: text })}\n` : text);
  return 0;
}
