import { type AdoptedEdit, adoptDigest, shapesOfEdit } from '../app/adopt-digest.ts';
import type { AppContext } from '../app/context.ts';
import { type DigestPage, makeDigest, readDigestPage } from '../app/render-digest.ts';
import type { DigestEdit } from '../domain/digest-edits.ts';
import type { Digest } from '../domain/digest-page.ts';
import type { Acceptance } from '../domain/memory-decide.ts';
import type { MemoryId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { requirePerson } from './agent-shell-guard.ts';
import { type AcceptanceFlags, assertedAcceptance } from './memory-acceptance.ts';
import { writeNotice } from './output.ts';
import { type Dialogue, openDialogue } from './read-lines.ts';
import { editLine } from './render/digest.ts';
import { canAsk } from './screen.ts';

interface AdoptFlags extends AcceptanceFlags {
  readonly retract: boolean;
  readonly discard: boolean;
  readonly 'dry-run': boolean;
}

interface Adoption {
  readonly page: DigestPage;
  readonly flags: AdoptFlags;
  readonly tokens: number;
}

/** What a person said to the edits of a page. */
interface Consent {
  readonly acceptance: Acceptance;
  readonly confirmed: ReadonlySet<DigestEdit>;
  readonly retract: ReadonlySet<MemoryId>;
}

const COMMAND = 'loom memory digest --adopt';

function nobodyToAsk(edits: readonly DigestEdit[]): LoomError {
  return new LoomError({
    kind: 'refused',
    code: 'confirmation-needed',
    message: `only a person makes memory of ${edits.length} edits, and this is no terminal to ask on`,
    hints: [COMMAND, `${COMMAND} --approved-by NAME --evidence TEXT`],
  });
}

async function isYes(dialogue: Dialogue, question: string): Promise<boolean> {
  return /^y(es)?$/i.test((await dialogue.ask(`${question} [y/N] `)) ?? '');
}

/** A text that reads like an instruction takes a second yes; a line that is gone may have been false, or only in the way. */
async function askMore(dialogue: Dialogue, edits: readonly DigestEdit[]): Promise<Omit<Consent, 'acceptance'>> {
  const confirmed = new Set<DigestEdit>();
  const retract = new Set<MemoryId>();
  for (const edit of edits) {
    const shapes = shapesOfEdit(edit).join(', ');
    if (shapes !== '') {
      writeNotice(`${editLine(edit)}\n`);
      const question = `It reads like an instruction to an agent (${shapes}). Accept it all the same?`;
      if (await isYes(dialogue, question)) confirmed.add(edit);
    }
    if (edit.kind !== 'removed') continue;
    writeNotice(`${editLine(edit)}\n`);
    if (await isYes(dialogue, 'Retract it as not true? Else it comes back.')) retract.add(edit.record.id);
  }
  return { confirmed, retract };
}

async function askPerson(app: AppContext, edits: readonly DigestEdit[]): Promise<Consent> {
  const dialogue = openDialogue();
  try {
    for (const edit of edits) writeNotice(`${editLine(edit)}\n`);
    if (
      !(await isYes(dialogue, `Make memory of ${edits.length === 1 ? 'this edit' : `these ${edits.length} edits`}?`))
    ) {
      throw new LoomError({ kind: 'refused', code: 'not-confirmed', message: 'not confirmed; nothing was adopted' });
    }
    const more = await askMore(dialogue, edits);
    return { acceptance: { by: app.actor.kind, confirmInstruction: false }, ...more };
  } finally {
    dialogue.close();
  }
}

async function readConsent(app: AppContext, edits: readonly DigestEdit[], flags: AdoptFlags): Promise<Consent> {
  requirePerson(app, 'makes memory', COMMAND);
  const gone = edits.flatMap((edit) => (edit.kind === 'removed' ? [edit.record.id] : []));
  const acceptance = assertedAcceptance(app, flags);
  if (acceptance !== undefined)
    return { acceptance, confirmed: new Set(), retract: new Set(flags.retract ? gone : []) };
  if (!(await canAsk())) throw nobodyToAsk(edits);
  const asked = await askPerson(app, edits);
  return flags.retract ? { ...asked, retract: new Set(gone) } : asked;
}

/** Edits that the person did not say anything against any more: the page may be written over. */
function withoutSettled(page: DigestPage, discard: boolean): DigestPage {
  const open = page.edits.filter(({ kind }) => kind !== 'removed');
  return { ...page, edits: discard ? [] : open };
}

/** Adopts the edits of a page as a person says, and gives the page as it stands after that, with a fresh digest. */
export async function adoptPage(
  app: AppContext,
  { page, flags, tokens }: Adoption,
): Promise<{ readonly page: DigestPage; readonly adopted: readonly AdoptedEdit[]; readonly digest: Digest }> {
  const { project, edits } = page;
  const wanted = edits.filter(({ kind }) => kind !== 'kept');
  const isPlan = flags['dry-run'] || wanted.length === 0;
  const consent = isPlan ? undefined : await readConsent(app, wanted, flags);
  const adopted: readonly AdoptedEdit[] =
    consent === undefined
      ? edits.map((edit) => ({ edit, result: 'left', memory: null, refusal: null }))
      : await adoptDigest(app, { project, edits, ...consent });
  const after = flags['dry-run'] ? page : withoutSettled(readDigestPage(app, project), flags.discard);
  return { page: after, adopted, digest: makeDigest(app, { project, tokens }) };
}
