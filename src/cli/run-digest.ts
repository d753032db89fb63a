import type { AdoptedEdit } from '../app/adopt-digest.ts';
import type { AppContext } from '../app/context.ts';
import { compareRedacted } from '../app/digest-block-file.ts';
import { type DigestPage, type DigestWritten, makeDigest, readDigestPage, writeDigest } from '../app/render-digest.ts';
import type { Digest } from '../domain/digest-page.ts';
import type { ProjectId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { requirePerson } from './agent-shell-guard.ts';
import type { Answer } from './answer.ts';
import { readConfigValue } from './config-values.ts';
import type { AcceptanceFlags } from './memory-acceptance.ts';
import { requireMemoryOn } from './memory-arguments.ts';
import { adoptedJson, adoptedLine, editJson, editLine } from './render/digest.ts';
import { safeBlock } from './safe-text.ts';
import { readScope } from './session-scope.ts';

/** What the flags of `memory digest` say. */
export interface DigestFlags extends AcceptanceFlags {
  readonly write?: string | undefined;
  readonly adopt: boolean;
  readonly diff: boolean;
  readonly discard: boolean;
  readonly retract: boolean;
  readonly 'dry-run': boolean;
  readonly yes: boolean;
  readonly project?: string | undefined;
}

/** A digest, its page in the store, and what became of it. */
interface Shown {
  readonly project: ProjectId | null;
  readonly digest: Digest;
  readonly page: DigestPage | null;
  readonly result: DigestWritten | 'planned';
}

function documentJson({ project, digest, page, result }: Shown): object {
  const idsOf = (kind: 'memory' | 'session') =>
    digest.items.flatMap(({ subject }) => (subject.kind === kind ? [subject.id] : []));
  return {
    project,
    path: page?.path ?? null,
    result,
    tokens: digest.tokens,
    memories: idsOf('memory'),
    sessions: idsOf('session'),
    omitted: digest.omitted,
    document: digest.body,
    edits: (page?.edits ?? []).map(editJson),
  };
}

function pageEdited({ path, edits }: DigestPage): LoomError {
  return new LoomError({
    kind: 'refused',
    code: 'digest-edited',
    message: `${path} was edited; nothing was written over it`,
    hints: ['loom memory digest --diff', 'loom memory digest --adopt'],
    details: { path, edits: edits.map(editJson) },
  });
}

function noteOf({ page, result }: Shown): readonly string[] {
  if (page === null) return ['No project here yet: only what you keep for every project is shown'];
  if (result === 'written') return [`Written to ${page.path}`];
  return page.edits.length === 0 ? [] : [`${page.path} was edited: loom memory digest --diff`];
}

function shownAnswer(shown: Shown): Answer {
  return {
    json: () => documentJson(shown),
    text: () => safeBlock(shown.digest.body),
    notes: noteOf(shown),
    committed: shown.result === 'written' ? 'the page of the digest' : 'nothing',
  };
}

/** What the page would become, and what somebody did to it. */
function diffAnswer(app: AppContext, shown: Shown): Answer {
  const edits = shown.page?.edits ?? [];
  const diff = compareRedacted(app, shown.page?.text ?? '', shown.digest.page);
  const list = edits.map((edit) => `${editLine(edit)}\n`).join('');
  return {
    json: () => ({ ...documentJson(shown), diff }),
    text: () => safeBlock(diff === '' ? 'nothing would change\n' : `${list}${list === '' ? '' : '\n'}${diff}`),
    notes: edits.length === 0 ? [] : ['Take the edits: loom memory digest --adopt'],
  };
}

async function adopted(
  app: AppContext,
  shown: Shown & { readonly page: DigestPage },
  flags: DigestFlags,
): Promise<Answer> {
  const { adoptPage } = await import('./run-adopt-digest.ts');
  const {
    page,
    adopted: done,
    digest,
  } = await adoptPage(app, { page: shown.page, flags, tokens: await readTokens(app) });
  const result = await writeDigest(app, { project: page.project, page, digest }, page.edits.length === 0);
  const left = result === 'edited' ? [`${page.path} holds lines that were not adopted; it stays as it is`] : [];
  return {
    json: () => ({ ...documentJson({ ...shown, digest, page, result }), adopted: done.map(adoptedJson) }),
    text: () => done.map((each: AdoptedEdit) => `${adoptedLine(each)}\n`).join(''),
    notes: [...left, ...(done.some(({ result: each }) => each === 'adopted') ? ['Undo: loom undo'] : [])],
    committed: `${done.filter(({ result: each }) => each === 'adopted').length} edits`,
    exit: result === 'edited' || done.some(({ result: each }) => each === 'refused') ? 6 : 0,
  };
}

async function readTokens(app: AppContext): Promise<number> {
  return readConfigValue(app, 'digest.tokens');
}

/** Renders the digest of a project, shows what would change, adopts what a person edited, or keeps a block in a file. */
export async function runDigest(app: AppContext, flags: DigestFlags): Promise<Answer> {
  await requireMemoryOn(app, 'no digest is made');
  const scope = await readScope(app, flags.project === undefined ? {} : { project: flags.project });
  const project = scope.all ? null : scope.project;
  if (flags.write !== undefined) {
    const { runDigestBlock } = await import('./run-digest-block.ts');
    return runDigestBlock(app, { project, file: flags.write, flags, tokens: await readTokens(app) });
  }
  const digest = makeDigest(app, { project, tokens: await readTokens(app) });
  const page = project === null ? null : readDigestPage(app, project);
  const shown: Shown = { project, digest, page, result: 'planned' };
  if (flags.diff) return diffAnswer(app, shown);
  if (page === null || project === null) return shownAnswer(shown);
  if (flags.adopt) return adopted(app, { ...shown, page }, flags);
  if (flags['dry-run']) return shownAnswer(shown);
  if (flags.discard) requirePerson(app, 'discards edits', 'loom memory digest --discard');
  const result = await writeDigest(app, { project, page, digest }, flags.discard);
  if (result === 'edited') throw pageEdited(page);
  return shownAnswer({ ...shown, result });
}
