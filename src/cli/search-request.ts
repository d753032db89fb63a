import * as Flags from '@oclif/core/flags';
import type { AppContext } from '../app/context.ts';
import type { MatchMode } from '../app/find-documents.ts';
import { findSession } from '../app/find-session.ts';
import type { SearchRequest } from '../app/search-memory.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { readAgentFlag, readPeriodFlags } from './flag-readers.ts';
import { readOutputMode } from './output-mode.ts';
import { readScope } from './session-scope.ts';

/** Words for kinds; the plural and the name in JSON are understood too. */
const KINDS: Readonly<Record<string, NonNullable<SearchRequest['kinds']>[number]>> = {
  memory: 'memory',
  prompt: 'prompt',
  answer: 'answer',
  tool: 'toolCall',
  toolcall: 'toolCall',
  summary: 'summary',
  title: 'title',
};
const STATUSES = ['proposed', 'accepted', 'rejected', 'superseded', 'retracted'] as const;

/** Hits that a person is shown unless told otherwise. */
const DEFAULT_LIMIT = 20;

/** Flags of a search beside those of every list. */
export const searchFlags = {
  match: Flags.string({
    summary: 'all words, any of them, or auto: all, and only if nothing has all, some.',
    options: ['auto', 'all', 'any'],
    default: 'auto',
  }),
  query: Flags.boolean({ summary: 'Query syntax: -word leaves out, word* goes on.' }),
  kind: Flags.string({
    summary: 'Only this kind: memory, prompt, answer, tool, summary, title. May be repeated.',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'KIND',
  }),
  status: Flags.string({
    summary: 'Memory of this status (default: accepted); "all" for every one. May be repeated.',
    multiple: true,
    multipleNonGreedy: true,
    options: [...STATUSES, 'all'],
    helpValue: 'STATUS',
  }),
  agent: Flags.string({ summary: 'Only this agent, such as claude-code.', helpValue: 'AGENT' }),
  session: Flags.string({ summary: 'Only this session.', helpValue: 'HANDLE' }),
  path: Flags.string({ summary: 'Only what touched this file or folder.', helpValue: 'PATH' }),
  trust: Flags.string({ summary: 'Only what is believed so far.', options: ['person', 'agent', 'untrusted'] }),
  'for-session': Flags.string({
    summary: 'The session that asks: left out of the answer, and the retrieval is recorded in it.',
    helpValue: 'HANDLE',
  }),
};

interface SearchFlags {
  readonly match: string;
  readonly query: boolean;
  readonly kind?: readonly string[] | undefined;
  readonly status?: readonly string[] | undefined;
  readonly agent?: string | undefined;
  readonly session?: string | undefined;
  readonly path?: string | undefined;
  readonly trust?: string | undefined;
  readonly 'for-session'?: string | undefined;
  readonly project?: string | undefined;
  readonly all?: boolean | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

function readKinds(words: readonly string[]): SearchRequest['kinds'] {
  return words.map((word) => {
    const kind =
      KINDS[word.toLowerCase()] ?? KINDS[word.toLowerCase().replace(/s$/, '').replace('summarie', 'summary')];
    if (kind !== undefined) return kind;
    const message = `unknown kind: ${word}`;
    throw new LoomError({
      kind: 'usage',
      code: 'bad-value',
      message,
      hints: ['kinds: memory, prompt, answer, tool, summary, title'],
    });
  });
}

function readStatuses(words: readonly string[]): SearchRequest['statuses'] {
  return words.includes('all') ? STATUSES : STATUSES.filter((status) => words.includes(status));
}

function isJson(): boolean {
  return readOutputMode(process.argv.slice(2)).format !== 'text';
}

function narrowing(flags: SearchFlags): Partial<SearchRequest> {
  const agent = readAgentFlag(flags.agent);
  // JSON has all there is.
  const limit = flags.limit ?? (isJson() ? undefined : DEFAULT_LIMIT);
  return {
    ...(flags.kind === undefined ? {} : { kinds: readKinds(flags.kind) ?? [] }),
    ...(flags.status === undefined ? {} : { statuses: readStatuses(flags.status) ?? [] }),
    ...(agent === undefined ? {} : { agent }),
    ...(flags.path === undefined ? {} : { path: flags.path }),
    ...(flags.trust === undefined ? {} : { trust: flags.trust as NonNullable<SearchRequest['trust']> }),
    ...readPeriodFlags(flags),
    ...(limit === undefined ? {} : { limit }),
    ...(flags.offset === undefined ? {} : { offset: flags.offset }),
  };
}

/** Reads a question and its flags. Sessions named by flags are looked for in the scope. */
export async function readSearchRequest(app: AppContext, question: string, flags: SearchFlags): Promise<SearchRequest> {
  const scope = await readScope(app, flags);
  const asking = flags['for-session'];
  return {
    question,
    scope,
    match: flags.match as MatchMode,
    syntax: flags.query,
    ...narrowing(flags),
    ...(flags.session === undefined ? {} : { session: findSession(app, flags.session, scope).id }),
    ...(asking === undefined ? {} : { asking: findSession(app, asking, scope).id }),
  };
}
