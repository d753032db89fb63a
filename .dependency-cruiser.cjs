// Who may import whom. The table is the rule; everything that it does not allow is forbidden.
'use strict';

/** Layer → what it may import besides itself. `ports` is src/app/ports alone; `:type` allows types only. */
const MAY_IMPORT = {
  kernel: [],
  text: ['kernel'],
  events: ['kernel'],
  domain: ['kernel', 'events'],
  app: ['kernel', 'events', 'domain'],
  redaction: ['kernel'],
  files: ['kernel'],
  sqlite: ['kernel', 'ports'],
  journal: ['kernel', 'events', 'ports', 'redaction', 'files'],
  transcripts: ['kernel', 'events', 'ports', 'redaction', 'files'],
  'search-index': ['kernel', 'events', 'domain', 'ports', 'redaction', 'files', 'sqlite'],
  project: ['kernel', 'events', 'ports', 'redaction', 'files'],
  capture: ['kernel', 'events', 'ports', 'redaction', 'files'],
  'agent-settings': ['kernel', 'events', 'ports', 'files'],
  encryption: ['kernel', 'ports'],
  importers: ['kernel', 'events', 'domain', 'ports', 'files'],
  mcp: ['kernel', 'events', 'domain', 'app'],
  acp: ['kernel', 'events', 'domain', 'app'],
  ui: ['kernel', 'events', 'domain', 'app', 'text'],
  web: ['kernel', 'events', 'domain', 'app'],
  cli: ['kernel', 'events', 'app', 'text', 'files', 'domain:type', 'ui:type'],
  commands: ['kernel', 'events', 'app', 'cli', 'domain:type'],
};

const CORE = '^src/(kernel|events|domain|app)/';
// The composition root: the only files of cli that reach adapters, and only by dynamic import; the build makes those of
// late-adapters wait for the first call.
const COMPOSITION =
  '^src/cli/(composition|open-adapters|open-ahead-parts|open-cutting-parts|open-search|open-care|open-native|open-masking|open-redactor|open-capture|open-agent-settings|open-mcp|open-acp|open-memory-tool|open-web|open-encryption|open-ui|late-adapters)[.]ts$';
const ADAPTERS =
  '^src/(journal|transcripts|search-index|project|capture|agent-settings|importers|encryption|redaction|files|sqlite)/';

function folderOf(layer) {
  return layer === 'ports' ? '^src/app/ports/' : `^src/${layer}/`;
}

function layerRules([layer, allowed]) {
  const whole = allowed.filter((name) => !name.endsWith(':type'));
  const types = allowed.filter((name) => name.endsWith(':type')).map((name) => name.replace(':type', ''));
  const from = { path: folderOf(layer), ...(layer === 'cli' ? { pathNot: COMPOSITION } : {}) };
  const rules = [
    {
      name: `${layer}-imports`,
      severity: 'error',
      from,
      to: { path: '^src/', pathNot: [layer, ...whole, ...types].map(folderOf) },
    },
  ];
  for (const type of types) {
    rules.push({
      name: `${layer}-imports-${type}-types-only`,
      severity: 'error',
      from,
      to: { path: folderOf(type), dependencyTypesNot: ['type-only'] },
    });
  }
  return rules;
}

module.exports = {
  forbidden: [
    ...Object.entries(MAY_IMPORT).flatMap(layerRules),
    {
      name: 'known-layers',
      comment: 'A new folder below src needs a row in the table.',
      severity: 'error',
      from: { path: '^src/', pathNot: Object.keys(MAY_IMPORT).map((layer) => `^src/${layer}/`) },
      to: {},
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'core-without-node', severity: 'error', from: { path: CORE }, to: { dependencyTypes: ['core'] } },
    {
      name: 'core-packages',
      comment: 'events may use zod; the rest of the core uses no package.',
      severity: 'error',
      from: { path: CORE, pathNot: '^src/events/' },
      to: { path: 'node_modules' },
    },
    {
      name: 'events-packages',
      severity: 'error',
      from: { path: '^src/events/' },
      to: { path: 'node_modules', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'composition-root',
      comment: 'Adapters are loaded when they are needed.',
      severity: 'error',
      from: { path: COMPOSITION, pathNot: '^src/cli/late-adapters[.]ts$' },
      to: { path: ADAPTERS, dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'no-importer-to-importer',
      severity: 'error',
      from: { path: '^src/importers/([^/]+)/' },
      to: { path: '^src/importers/[^/]+/', pathNot: '^src/importers/$1/' },
    },
    {
      name: 'no-command-to-command',
      severity: 'error',
      from: { path: '^src/commands/' },
      to: { path: '^src/commands/' },
    },
    {
      name: 'oclif-at-the-edge',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(cli|commands)/' },
      to: { path: 'node_modules/@oclif/' },
    },
    {
      name: 'web-server-in-its-place',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/web/' },
      to: { path: 'node_modules/(hono|@hono)/' },
    },
    {
      name: 'sqlite-in-its-places',
      comment: 'The index, the lock, and what reads databases of other tools.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(search-index|journal|sqlite)/' },
      to: { path: 'node_modules/@photostructure/' },
    },
    {
      name: 'no-development-packages',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    { name: 'no-tests-in-src', severity: 'error', from: { path: '^src/' }, to: { path: '^(test|scripts|bench)/' } },
    {
      name: 'resolvable',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
