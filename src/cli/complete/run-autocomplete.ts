import { basename } from 'node:path';
import type { AppContext } from '../../app/context.ts';
import { compareRedacted } from '../../app/digest-block-file.ts';
import { LoomError } from '../../kernel/loom-error.ts';
import type { Answer } from '../answer.ts';
import { writeNotice } from '../output.ts';
import { confirm } from '../prompt-confirm.ts';
import { safeBlock, safeLine } from '../safe-text.ts';
import { applyChange, type FileChange, planCompletion } from './completion-files.ts';
import { COMPLETION_SHELLS, type CompletionShell, completionScript } from './shell-scripts.ts';

export interface AutocompleteWish {
  readonly shell: string | undefined;
  readonly install: boolean;
  readonly uninstall: boolean;
  readonly yes: boolean;
  readonly dryRun: boolean;
}

/** The shell that is named, else the one of the person. Throws LoomError `usage` for one that loom has no completion for. */
function readShell(word: string | undefined, env: AppContext['env']): CompletionShell {
  const named = word ?? basename(env['SHELL'] ?? '');
  const shell = COMPLETION_SHELLS.find((known) => known === named);
  if (shell !== undefined) return shell;
  throw new LoomError({
    kind: 'usage',
    code: 'unknown-shell',
    message: named === '' ? 'say for which shell: SHELL is not set' : `no completion for the shell ${named}`,
    hints: COMPLETION_SHELLS.map((known) => `loom autocomplete ${known}`),
  });
}

function actionOf({ before, after }: FileChange): 'create' | 'change' | 'remove' {
  if (after === null) return 'remove';
  return before === null ? 'create' : 'change';
}

const DONE = { create: 'made', change: 'changed', remove: 'removed' } as const;
const PLANNED = { create: 'to be made', change: 'to be changed', remove: 'to be removed' } as const;

interface Shown {
  readonly path: string;
  readonly action: ReturnType<typeof actionOf>;
  readonly diff: string;
}

function shownOf(app: AppContext, change: FileChange): Shown {
  // Of no text the comparison makes one empty line.
  const diff = compareRedacted(app, change.before ?? '', change.after ?? '').replace(/^[-+]\n|(?<=\n)[-+]\n$/, '');
  return { path: change.path, action: actionOf(change), diff };
}

function planText(changes: readonly Shown[]): string {
  return changes.map(({ path, action, diff }) => `${safeLine(path)}: ${PLANNED[action]}\n${safeBlock(diff)}`).join('');
}

function doneText(changes: readonly Shown[]): string {
  return changes.map(({ path, action }) => `${safeLine(path)}: ${DONE[action]}\n`).join('');
}

type Action = 'install' | 'uninstall';

/** Shows the changes, asks, and makes them. */
async function write(changes: readonly FileChange[], shown: readonly Shown[], wish: Agreement): Promise<void> {
  if (!wish.yes) writeNotice(planText(shown));
  const command = `loom autocomplete ${wish.shell} --${wish.action} --yes`;
  await confirm({ question: 'Write this?', command, yes: wish.yes });
  for (const one of changes) applyChange(one);
}

interface Agreement {
  readonly shell: CompletionShell;
  readonly action: Action;
  readonly yes: boolean;
}

function notesOf({ shell, action }: Agreement): readonly string[] {
  if (action === 'uninstall') return [];
  return [`Begin with: exec ${shell}`, `To take it back: loom autocomplete ${shell} --uninstall`];
}

async function change(app: AppContext, agreement: Agreement, dryRun: boolean): Promise<Answer> {
  const { shell, action } = agreement;
  const changes = planCompletion(shell, action, app.env);
  const shown = changes.map((one) => shownOf(app, one));
  if (changes.length === 0)
    return { json: { shell, action, result: 'unchanged', changes: [] }, text: () => 'nothing to do\n' };
  if (dryRun) return { json: { shell, action, result: 'planned', changes: shown }, text: () => planText(shown) };
  await write(changes, shown, agreement);
  return {
    json: { shell, action, result: 'written', changes: shown },
    text: () => doneText(shown),
    notes: notesOf(agreement),
    committed: 'the completion files',
  };
}

/** Prints the completion script of a shell, or puts it where the shell finds it, or takes it away again. */
export async function runAutocomplete(app: AppContext, wish: AutocompleteWish): Promise<Answer> {
  const shell = readShell(wish.shell, app.env);
  const { install, uninstall, yes, dryRun } = wish;
  if (install || uninstall) return change(app, { shell, action: uninstall ? 'uninstall' : 'install', yes }, dryRun);
  const script = completionScript(shell);
  return { json: { shell, script }, text: () => script };
}
