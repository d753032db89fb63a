// The surface that people and scripts rely on: commands, arguments, flags, help. `npm run surface` records it in
// test/surface; the gate fails when a build differs from what is recorded, so that a change is always seen in review.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadHelpModules } from './help-modules.mjs';
import { loadProgram } from './load-program.mjs';
import { readManifest } from './man.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'test', 'surface');

function surfaceOfFlag(flag) {
  const { name, char, type, required, multiple, options, allowNo, helpGroup } = flag;
  return { name, char, type, required, multiple, options, allowNo, global: helpGroup === 'GLOBAL' ? true : undefined };
}

function surfaceOfCommand(command) {
  return {
    summary: command.summary,
    strict: command.strict === false ? false : undefined,
    args: Object.values(command.args).map(({ name, required, multiple, options }) => ({
      name,
      required,
      multiple,
      options,
    })),
    flags: Object.values(command.flags)
      .map(surfaceOfFlag)
      .filter((flag) => !flag.global)
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

async function commandSurface(manifest) {
  const commands = Object.values(manifest.commands).sort((a, b) => (a.id < b.id ? -1 : 1));
  const global = Object.values(manifest.commands.paths.flags).map(surfaceOfFlag);
  const surface = {
    global,
    commands: Object.fromEntries(commands.map((command) => [command.id, surfaceOfCommand(command)])),
  };
  return `${JSON.stringify(surface, null, 2)}\n`;
}

async function helpSurface(manifest) {
  const { pages } = await loadHelpModules(root);
  const commands = Object.values(manifest.commands).sort((a, b) => (a.id < b.id ? -1 : 1));
  return commands.map((command) => `==== ${command.id}\n${pages.renderCommandPage(command)}`).join('\n');
}

async function schemaSurface() {
  const { exports } = loadProgram(join(root, 'dist', 'loom.cjs'));
  return `${JSON.stringify(await exports.describeSchemas(), null, 2)}\n`;
}

/** File name → content. */
export async function surfaces(manifest) {
  return new Map([
    ['commands.json', await commandSurface(manifest)],
    ['help.txt', await helpSurface(manifest)],
    ['schemas.json', await schemaSurface()],
  ]);
}

function recorded(name) {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    return undefined;
  }
}

function firstDifference(a = '', b = '') {
  const left = a.split('\n');
  const right = b.split('\n');
  const line = left.findIndex((text, index) => text !== right[index]);
  return line === -1 ? right.length : line + 1;
}

/** Snapshots that differ from the build; empty when none does. */
export async function checkSurface(manifest) {
  const wanted = await surfaces(manifest);
  return [...wanted]
    .filter(([name, content]) => recorded(name) !== content)
    .map(
      ([name, content]) =>
        `test/surface/${name}:${firstDifference(content, recorded(name))} differs; if that is meant: npm run surface`,
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(folder, { recursive: true });
  const wanted = await surfaces(readManifest());
  for (const [name, content] of wanted) writeFileSync(join(folder, name), content);
  console.log(`test/surface/: ${wanted.size} files`);
}
