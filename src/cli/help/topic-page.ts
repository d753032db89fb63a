import { type Definition, definitionLines, section, wrapParagraph } from './layout.ts';
import { HELP_PAGES } from './pages.ts';

/** What root and topic help are made of. Ids use colons. */
export interface CommandTree {
  readonly commands: readonly { readonly id: string; readonly summary: string }[];
  readonly topics: readonly { readonly name: string; readonly description: string }[];
}

function commandDefinitions(tree: CommandTree, belongs: (id: string) => boolean): readonly Definition[] {
  return tree.commands
    .filter(({ id }) => belongs(id))
    .map(({ id, summary }) => ({ term: id.replaceAll(':', ' '), meaning: summary }));
}

/** The help of a topic: its commands. */
export function renderTopicPage(tree: CommandTree, topic: string): string {
  const description = tree.topics.find(({ name }) => name === topic)?.description ?? '';
  const words = topic.replaceAll(':', ' ');
  return [
    ...wrapParagraph(description, 80),
    ...section('USAGE', [`  loom ${words} COMMAND`]),
    ...section('COMMANDS', definitionLines(commandDefinitions(tree, (id) => id.startsWith(`${topic}:`)))),
    '',
    `Help on one of them: loom help ${words} COMMAND`,
    '',
  ].join('\n');
}

const TASKS: readonly (readonly [command: string, task: string])[] = [
  ['loom import', 'keep the sessions of every agent found here'],
  ['loom sessions list', 'what was done in this project'],
  ['loom sessions show @last', 'read the last one'],
  ['loom sessions export @last --output talk.md', 'take it elsewhere'],
  ['loom demo', 'see the whole story on built-in samples'],
];

function exists(tree: CommandTree, line: string): boolean {
  return tree.commands.some(({ id }) => `${line} `.startsWith(`loom ${id.replaceAll(':', ' ')} `));
}

/** The short help of loom as a whole: a few tasks, then every topic and command. */
export function renderRootPage(tree: CommandTree): string {
  const tasks = TASKS.filter(([line]) => exists(tree, line)).map(([term, meaning]) => ({ term, meaning }));
  const topics = tree.topics
    .filter(({ name }) => tree.commands.some(({ id }) => id.startsWith(`${name}:`)))
    .map(({ name, description }) => ({ term: name, meaning: description }));
  const pages = Object.entries(HELP_PAGES).map(([term, page]) => ({ term, meaning: page.summary }));
  return [
    'One durable, local history for coding agents.',
    ...section('EXAMPLES', definitionLines(tasks)),
    ...section('TOPICS', definitionLines(topics)),
    ...section('COMMANDS', definitionLines(commandDefinitions(tree, (id) => !id.includes(':')))),
    ...section('PAGES', definitionLines(pages)),
    '',
    'Help on any of these: loom help NAME, or loom NAME --help',
    '',
  ].join('\n');
}
