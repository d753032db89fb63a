// Makes man/ from the command tree: loom.1 and one page per command. `--check` compares instead of writing.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadHelpModules } from './help-modules.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'man');

/** Text for roff: backslashes, leading dots and quotes mean nothing special. */
function escapeRoff(text) {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .split('\n')
    .map((line) => (/^[.']/.test(line) ? `\\&${line}` : line))
    .join('\n');
}

function definitions(list) {
  return list.flatMap(({ term, meaning }) => ['.TP', `\\fB${escapeRoff(term)}\\fR`, escapeRoff(meaning || ' ')]);
}

function section(title, lines) {
  return lines.length === 0 ? [] : [`.SH ${title}`, ...lines];
}

function head({ name, version, summary }) {
  return [
    `.TH "${name.toUpperCase()}" "1" "" "loom ${version}" "loom manual"`,
    '.SH NAME',
    `${escapeRoff(name)} \\- ${escapeRoff(summary.replace(/\.$/, ''))}`,
  ];
}

function examples(list) {
  return list.flatMap(({ description, command }) => [
    '.PP',
    escapeRoff(description === '' ? ' ' : `${description}:`),
    '.nf',
    `    ${escapeRoff(command)}`,
    '.fi',
  ]);
}

function commandPage(command, version, pages) {
  const summary = command.summary ?? command.description ?? '';
  const description = command.summary === undefined ? summary : command.description || summary;
  return [
    ...head({ name: `loom-${command.id.replaceAll(':', '-')}`, version, summary }),
    ...section('SYNOPSIS', [`\\fB${escapeRoff(pages.usageLine(command))}\\fR`]),
    ...section('DESCRIPTION', [escapeRoff(description)]),
    ...section('EXAMPLES', examples(pages.examplesOf(command))),
    ...section('ARGUMENTS', definitions(pages.argDefinitions(command))),
    ...section(
      'OPTIONS',
      definitions([...pages.flagDefinitions(command, undefined), ...pages.flagDefinitions(command, 'GLOBAL')]),
    ),
    ...section('EXIT STATUS', definitions(pages.exitCodeDefinitions(command))),
    ...section('ENVIRONMENT', definitions(pages.environmentDefinitions(command))),
    ...section('SEE ALSO', ['\\fBloom\\fR(1)']),
    '',
  ].join('\n');
}

function literal(text) {
  return ['.nf', escapeRoff(text.trimEnd()), '.fi'];
}

function rootPage({ commands, topics, version }, helpPages) {
  const list = Object.values(commands).map((command) => ({
    term: `loom-${command.id.replaceAll(':', '-')}(1)`,
    meaning: command.summary ?? command.description ?? '',
  }));
  return [
    ...head({ name: 'loom', version, summary: 'one durable, local history for coding agents' }),
    ...section('SYNOPSIS', ['\\fBloom\\fR COMMAND [ARGUMENTS] [FLAGS]']),
    ...section('DESCRIPTION', [
      'loom keeps the sessions of coding agents in one local store: an append\\-only journal and redacted copies of their transcripts.',
    ]),
    ...section('TOPICS', definitions(topics.map(({ name, description }) => ({ term: name, meaning: description })))),
    ...section('COMMANDS', definitions(list)),
    ...section('EXIT STATUS', literal(helpPages['exit-codes'].body)),
    ...section('ENVIRONMENT', literal(helpPages.environment.body)),
    ...section('OUTPUT', literal(helpPages.output.body)),
    '',
  ].join('\n');
}

/** File name → content of every page. */
export async function manPages(manifest) {
  const { pages, helpPages } = await loadHelpModules(root);
  const commands = Object.values(manifest.commands);
  return new Map([
    ['loom.1', rootPage(manifest, helpPages)],
    ...commands.map((command) => [
      `loom-${command.id.replaceAll(':', '-')}.1`,
      commandPage(command, manifest.version, pages),
    ]),
  ]);
}

function writtenPages() {
  mkdirSync(folder, { recursive: true });
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** Pages that are missing, stale or left over; empty when man/ is what the commands say. */
export async function checkMan(manifest) {
  const wanted = await manPages(manifest);
  const written = writtenPages();
  const names = [...new Set([...wanted.keys(), ...written.keys()])];
  return names
    .filter((name) => wanted.get(name) !== written.get(name))
    .map((name) => `man/${name} is stale: npm run man`);
}

async function writeMan(manifest) {
  const wanted = await manPages(manifest);
  for (const name of writtenPages().keys()) if (!wanted.has(name)) rmSync(join(folder, name));
  for (const [name, content] of wanted) writeFileSync(join(folder, name), content);
  console.log(`man/: ${wanted.size} pages`);
}

export function readManifest() {
  return JSON.parse(readFileSync(join(root, 'dist', 'manifest.json'), 'utf8'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeMan(readManifest());
