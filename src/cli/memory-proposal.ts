import * as Flags from '@oclif/core/flags';
import type { AppContext } from '../app/context.ts';
import { findMemory } from '../app/find-memory.ts';
import { findEvidence } from '../app/memory-evidence.ts';
import type { ProposeRequest } from '../app/propose-memory.ts';
import type { MemoryKind } from '../events/memory-data.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { readPaths, readTags } from './memory-arguments.ts';
import { readStdin } from './read-stdin.ts';
import { readScope, type ScopeFlags } from './session-scope.ts';

/** Flags of `memory propose` alone. */
export const proposalFlags = {
  because: Flags.string({
    summary: 'Session, event or message that it goes back to; several times.',
    multiple: true,
    helpValue: 'SESSION|EVENT|MESSAGE',
  }),
  stdin: Flags.boolean({ summary: 'Read the text from standard input.' }),
  user: Flags.boolean({ summary: 'Yours, in every project.', exclusive: ['project'] }),
  supersedes: Flags.string({ summary: 'Record that it replaces once it is accepted.', helpValue: 'ID' }),
  new: Flags.boolean({ summary: 'A record of its own even when a similar one is known.' }),
  revive: Flags.boolean({ summary: 'Also when the same text was forgotten.' }),
};

/** What the flags of `memory propose` say. */
export interface ProposalFlags {
  readonly kind?: MemoryKind | undefined;
  readonly tag?: readonly string[] | undefined;
  readonly path?: readonly string[] | undefined;
  readonly because?: readonly string[] | undefined;
  readonly stdin: boolean;
  readonly user: boolean;
  readonly supersedes?: string | undefined;
  readonly new: boolean;
  readonly revive: boolean;
  readonly project?: string | undefined;
}

function noText(): LoomError {
  return new LoomError({
    kind: 'usage',
    code: 'no-input',
    message: 'what is to be remembered?',
    hints: ['loom memory propose "We use pnpm, not npm"', 'loom memory propose --stdin'],
  });
}

/** The text that is to be remembered. Throws LoomError `usage` without one. */
async function readText(words: readonly string[], stdin: boolean): Promise<string> {
  if (!stdin && words.length === 0) throw noText();
  return stdin ? await readStdin('a text') : words.join(' ');
}

/** What the claim goes back to, and the record it is to replace. */
async function readOrigins(app: AppContext, flags: ProposalFlags): Promise<Partial<ProposeRequest>> {
  if (flags.because === undefined && flags.supersedes === undefined) return {};
  const asked: ScopeFlags = flags.project === undefined ? {} : { project: flags.project };
  const scope = await readScope(app, asked);
  const supersedes = flags.supersedes === undefined ? {} : { supersedes: findMemory(app, flags.supersedes, scope).id };
  if (flags.because === undefined) return supersedes;
  const { provenance, trust, at } = findEvidence(app, flags.because, scope);
  return { ...supersedes, provenance, trust, ...(at === null ? {} : { learnedAt: at }) };
}

/** Reads what is proposed, and what it goes back to, from the command line. */
export async function readProposal(
  app: AppContext,
  words: readonly string[],
  flags: ProposalFlags,
): Promise<ProposeRequest> {
  const text = await readText(words, flags.stdin);
  app.readModel.catchUp();
  return {
    text,
    kind: flags.kind ?? 'fact',
    tags: readTags(flags.tag) ?? [],
    paths: readPaths(flags.path) ?? [],
    scope: scopeWish(flags),
    distinct: flags.new,
    revive: flags.revive,
    ...(await readOrigins(app, flags)),
  };
}

function scopeWish({ user, project }: ProposalFlags): ProposeRequest['scope'] {
  if (user) return { kind: 'user' };
  return project === undefined ? { kind: 'project' } : { kind: 'project', argument: project };
}
