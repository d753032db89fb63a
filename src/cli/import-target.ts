import type { AppContext } from '../app/context.ts';
import { type DetectedSources, detectSources } from '../app/detect-agent.ts';
import { findSources, type SourceSearch } from '../app/find-sources.ts';
import type { Importer, SkippedPath } from '../app/ports/importer.ts';
import { parseAgentName } from '../events/agents.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { isExportFile } from './sniff-export.ts';

/** What an import is to read. */
export interface ImportTarget {
  /** The agents to import; `detect` when paths are named and no agent. */
  readonly importers: readonly Importer[] | 'detect';
  readonly store: boolean;
  readonly paths: readonly string[];
}

/** Whether an import names a tool that remembers, and keeps no sessions. */
export function isMemoryTool(words: readonly string[]): boolean {
  return words[0]?.toLowerCase() === 'claude-mem';
}

/** Tells the agent from the paths; an unknown first word that is no path either is an unknown agent. */
export function readTarget(app: AppContext, words: readonly string[]): ImportTarget {
  const [first, ...rest] = words;
  if (first === undefined) return { importers: app.importers, store: false, paths: [] };
  const agent = parseAgentName(first.toLowerCase());
  if (agent === 'loom') return { importers: [], store: true, paths: rest };
  if (agent !== undefined && !(rest.length === 0 && app.sources.exists(first) && first.includes('/'))) {
    const importer = app.importerFor(agent);
    if (importer === undefined) throw notYet(app, agent);
    return { importers: [importer], store: false, paths: rest };
  }
  if (!app.sources.exists(first) && !/[/.\\]/.test(first)) throw unknownAgent(app, first);
  return { importers: 'detect', store: words.length === 1 && isExportFile(first), paths: words };
}

function notYet(app: AppContext, agent: string): LoomError {
  const known = app.importers.map((importer) => importer.agent).join(', ');
  return new LoomError({
    kind: 'usage',
    code: 'no-importer',
    message: `this loom has no importer for ${agent}`,
    hints: [`importers: ${known}, loom`],
  });
}

function unknownAgent(app: AppContext, word: string): LoomError {
  const known = app.importers.map((importer) => importer.agent).join(', ');
  return new LoomError({
    kind: 'not-found',
    code: 'path-not-found',
    message: `${word} is neither an agent nor a path`,
    hints: [`importers: ${known}, loom`],
  });
}

/** Sources by agent, and what is a source of none. */
export interface TargetSources {
  readonly agents: readonly DetectedSources[];
  readonly others: readonly SkippedPath[];
}

/** Looks for what a target names: of each agent it names, else of the agent that each path is found to belong to. */
export function findTarget(app: AppContext, target: ImportTarget, since?: number): TargetSources {
  const search: SourceSearch = { paths: target.paths, ...(since === undefined ? {} : { since }) };
  if (target.importers === 'detect') return detectSources(app, search);
  return {
    agents: target.importers.map((importer) => ({ importer, found: findSources(app, importer, search) })),
    others: [],
  };
}
