// Writes src/importers/registry.ts from the folders beside it, or tells that it is stale. A folder holds the importer of
// one agent or of several relatives: each file `<agent>-importer.ts` exports one value, `<agent>Importer`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SUFFIX = '-importer.ts';

function importerFiles(root) {
  const folder = join(root, 'src', 'importers');
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) =>
      readdirSync(join(folder, name))
        .filter((file) => file.endsWith(SUFFIX))
        .map((file) => ({ folder: name, agent: file.slice(0, -SUFFIX.length) })),
    );
}

/** Agents in the order in which loom lists them; that is also the order in which two equal fits are decided. */
function agentOrder(root) {
  const source = readFileSync(join(root, 'src', 'events', 'agents.ts'), 'utf8');
  const [, list] = /AGENTS = \[([^\]]*)\]/.exec(source);
  return [...list.matchAll(/'([^']+)'/g)].map(([, agent]) => agent);
}

function exportName(agent) {
  return `${agent.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())}Importer`;
}

/** The text that the registry should have. */
export function registryText(root) {
  const order = agentOrder(root);
  const files = importerFiles(root);
  const strangers = files.filter(({ agent }) => !order.includes(agent));
  if (strangers.length > 0)
    throw new Error(`no agent has the name of ${strangers.map(({ agent }) => agent + SUFFIX).join(', ')}`);
  files.sort((a, b) => order.indexOf(a.agent) - order.indexOf(b.agent));
  const paths = files.map(
    ({ folder, agent }) => `import { ${exportName(agent)} } from './${folder}/${agent}${SUFFIX}';`,
  );
  const imports = [
    "import type { Importer } from '../app/ports/importer.ts';",
    "import type { AgentName } from '../events/agents.ts';",
    ...paths.sort((a, b) => (a.slice(a.indexOf("'")) < b.slice(b.indexOf("'")) ? -1 : 1)),
  ];
  const key = (agent) => (/^\w+$/.test(agent) ? agent : `'${agent}'`);
  const loaders = files.map(({ agent }) => `  ${key(agent)}: () => ${exportName(agent)},`);
  return `// Made by scripts/importers.mjs from the folders beside this file; do not edit.
${imports.join('\n')}

/** One importer per agent. In the bundle each is loaded when it is asked for. */
const LOADERS: Partial<Record<AgentName, () => Importer>> = {
${loaders.join('\n')}
};

/** The importer of an agent, or \`undefined\` when loom has none for it. */
export function importerFor(agent: AgentName): Importer | undefined {
  return Object.hasOwn(LOADERS, agent) ? LOADERS[agent]?.() : undefined;
}

/** Every importer. */
export function allImporters(): readonly Importer[] {
  return Object.values(LOADERS).map((load) => load());
}
`;
}

/** Problems as lines: the registry must be what its folders say. */
export function checkRegistry(root) {
  const path = join(root, 'src', 'importers', 'registry.ts');
  return readFileSync(path, 'utf8') === registryText(root)
    ? []
    : ['src/importers/registry.ts is stale: npm run importers'];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  writeFileSync(join(root, 'src', 'importers', 'registry.ts'), registryText(root));
  console.log('src/importers/registry.ts');
}
