import type { AppContext } from '../app/context.ts';
import { planBlock } from '../app/digest-block-file.ts';
import { noteExport } from '../app/note-export.ts';
import { makeDigest } from '../app/render-digest.ts';
import type { ProjectId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Answer } from './answer.ts';
import { type InstructionFile, readInstructionFile, writeInstructionFile } from './instruction-file.ts';
import { writeNotice } from './output.ts';
import { confirm } from './prompt-confirm.ts';
import { refusalError } from './refusal-words.ts';
import { editJson } from './render/digest.ts';
import { safeBlock, safeLine } from './safe-text.ts';
import { BLOCK_WORDS } from './words/digest.ts';

/** A block that is to be kept in a file of the project. */
export interface BlockWish {
  readonly project: ProjectId | null;
  readonly file: string;
  readonly tokens: number;
  readonly flags: { readonly discard: boolean; readonly 'dry-run': boolean; readonly yes: boolean };
}

function blockEdited(file: string, edits: readonly object[]): LoomError {
  return new LoomError({
    kind: 'refused',
    code: 'digest-edited',
    message: `loom's block of ${safeLine(file)} was edited; nothing was written over it`,
    hints: [
      'move what you wrote out of the block',
      'loom memory propose TEXT',
      `loom memory digest --write ${file} --discard`,
    ],
    details: { edits },
  });
}

async function noteBlock(app: AppContext, file: InstructionFile, text: string): Promise<readonly string[]> {
  const bytes = Buffer.byteLength(text);
  const warning = await noteExport(app, { format: 'markdown', mode: 'digest', path: file.path, bytes, sessions: [] });
  return warning === undefined ? [] : [warning];
}

/** Keeps the block of a file up to date: shows what changes, asks, and writes only where a byte differs. */
export async function runDigestBlock(app: AppContext, wish: BlockWish): Promise<Answer> {
  const { project, tokens, flags } = wish;
  const digest = makeDigest(app, { project, tokens, shared: true });
  const file = readInstructionFile(app, wish.file);
  const plan = planBlock(app, { project, file: file.text ?? '', body: digest.body });
  if (plan.kind === 'refused') throw refusalError(BLOCK_WORDS, { code: plan.refusal, path: wish.file });
  if (plan.edits.length > 0 && !flags.discard) throw blockEdited(wish.file, plan.edits.map(editJson));
  const { isChanged, isNew, diff } = plan;
  const json = { project, path: file.path, isNew, diff, tokens: digest.tokens, omitted: digest.omitted };
  const said = (result: string, words: string, warnings: readonly string[] = []): Answer => ({
    json: { ...json, result },
    text: () => safeBlock(`${diff}${words}\n`),
    warnings,
    committed: result === 'written' ? `the block of ${file.path}` : 'nothing',
  });
  if (!isChanged) return said('unchanged', `${file.path} is up to date`);
  if (flags['dry-run']) return said('planned', `would write ${file.path}`);
  writeNotice(flags.yes ? '' : safeBlock(diff));
  const command = `loom memory digest --write ${wish.file} --yes`;
  await confirm({ question: `Write this to ${file.path}?`, command, yes: flags.yes });
  writeInstructionFile(file, plan.text);
  return said('written', `wrote ${file.path}`, await noteBlock(app, file, plan.text));
}
