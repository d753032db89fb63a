import { changeMemories, type MemoryChange } from '../app/change-memory.ts';
import type { AppContext } from '../app/context.ts';
import { findMemory } from '../app/find-memory.ts';
import type { SessionScope } from '../app/list-sessions.ts';
import {
  acceptWish,
  editWish,
  type MemoryWish,
  redactEdit,
  rejectWish,
  shownClaims,
  supersedeWish,
} from '../app/memory-wishes.ts';
import { proposalsOf, type ReviewItem, reviewItem } from '../app/review-memories.ts';
import type { Acceptance } from '../domain/memory-decide.ts';
import type { MemoryId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { requirePerson } from './agent-shell-guard.ts';
import type { Answer } from './answer.ts';
import { writeNotice } from './output.ts';
import { type Dialogue, openDialogue } from './read-lines.ts';
import { refusalError } from './refusal-words.ts';
import { renderReview } from './render/memory-review.ts';
import { canAsk, openScreen, type Screen } from './screen.ts';
import { systemClock } from './system-sources.ts';
import { MEMORY_NOTHING_WORDS, MEMORY_WORDS } from './words/memory.ts';

const KEYS = '[a]ccept [r]eject [s]upersede another [e]dit [n]ext [q]uit: ';

type Outcome = 'accepted' | 'rejected' | 'superseded' | 'edited' | 'skipped';

/** What a review came to, by record. */
type Tally = Record<Outcome, MemoryId[]>;

interface Review {
  readonly app: AppContext;
  readonly scope: SessionScope;
  readonly dialogue: Dialogue;
  readonly screen: Screen;
  readonly tally: Tally;
}

/** Says why nothing changed; true when something did. */
function tellChange(change: MemoryChange | undefined): boolean {
  if (change?.kind === 'refused') writeNotice(`${refusalError(MEMORY_WORDS, change.refusal).message}\n`);
  if (change?.kind === 'nothing') writeNotice(`${MEMORY_NOTHING_WORDS[change.because]}\n`);
  return change?.kind === 'changed';
}

async function change({ app }: Review, id: MemoryId, decide: MemoryWish): Promise<boolean> {
  const [made] = await changeMemories(app, { memories: [id], decide });
  return tellChange(made);
}

/** A text that reads like an instruction takes a second yes. */
async function isMeant({ dialogue }: Review, { proposal }: ReviewItem): Promise<boolean> {
  if (!proposal.instructionShaped) return true;
  const shapes = proposal.shapes.join(', ');
  const reply = await dialogue.ask(
    `It reads like an instruction to an agent (${shapes}). Accept it all the same? [y/N] `,
  );
  return /^y(es)?$/i.test(reply ?? '');
}

/** Of what was shown; both questions were answered. */
function acceptanceOf(app: AppContext, { proposal }: ReviewItem): Acceptance {
  return { by: app.actor.kind, confirmInstruction: true, shown: shownClaims([proposal]) };
}

async function accept(review: Review, item: ReviewItem): Promise<boolean> {
  if (!(await isMeant(review, item))) return false;
  const { app } = review;
  return change(review, item.proposal.id, acceptWish(acceptanceOf(app, item)));
}

async function supersede(review: Review, item: ReviewItem): Promise<boolean> {
  const { app, dialogue, scope } = review;
  const near = item.neighbours.find(({ status }) => status === 'accepted');
  const word = await dialogue.ask(`Which record gives way?${near === undefined ? '' : ` [${near.shortId}]`} `);
  const handle = word === null || word === '' ? near?.id : word;
  if (handle === undefined || !(await isMeant(review, item))) return false;
  try {
    const old = findMemory(app, handle, scope).id;
    const wish = supersedeWish(item.proposal.id, acceptanceOf(app, item));
    return await change(review, old, wish);
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    writeNotice(`${error.message}\n`);
    return false;
  }
}

async function edit(review: Review, { proposal }: ReviewItem): Promise<boolean> {
  const text = await review.dialogue.ask('New text: ');
  if (text === null || text === '') return false;
  const { app } = review;
  const wish = editWish(app, redactEdit(app, { text }), { by: app.actor.kind, confirmInstruction: false });
  return change(review, proposal.id, wish);
}

/** Asks until the proposal is decided or passed over; false to stop the review. */
async function decide(review: Review, id: MemoryId, place: string): Promise<boolean> {
  for (let item = reviewItem(review.app, id); item !== undefined; item = reviewItem(review.app, id)) {
    writeNotice(renderReview(item, place, review.screen.paint));
    const key = (await review.dialogue.ask(KEYS))?.toLowerCase().charAt(0) ?? 'q';
    if (key === 'q') return false;
    const outcome = await applyKey(review, item, key);
    if (outcome !== undefined) review.tally[outcome].push(id);
    if (outcome === 'skipped') return true;
  }
  return true;
}

async function applyKey(review: Review, item: ReviewItem, key: string): Promise<Outcome | undefined> {
  switch (key) {
    case 'a':
      return (await accept(review, item)) ? 'accepted' : undefined;
    case 'r':
      return (await change(review, item.proposal.id, rejectWish(undefined))) ? 'rejected' : undefined;
    case 's':
      return (await supersede(review, item)) ? 'superseded' : undefined;
    case 'e':
      return (await edit(review, item)) ? 'edited' : undefined;
    case 'n':
      return 'skipped';
    default:
      return undefined;
  }
}

function noTerminal(): LoomError {
  return new LoomError({
    kind: 'refused',
    code: 'confirmation-needed',
    message: 'a review asks questions, and this is no terminal to ask on',
    hints: ['loom memory list --status proposed'],
  });
}

/** Goes through the proposals of a scope on a terminal, one at a time. */
export async function runReview(app: AppContext, scope: SessionScope): Promise<Answer> {
  requirePerson(app, 'reviews memory', 'loom memory review');
  if (!(await canAsk())) throw noTerminal();
  const ids = proposalsOf(app, scope).map(({ id }) => id);
  const tally: Tally = { accepted: [], rejected: [], superseded: [], edited: [], skipped: [] };
  const screen = await openScreen(2, systemClock());
  const dialogue = openDialogue();
  const review: Review = { app, scope, dialogue, screen, tally };
  for (const [at, id] of ids.entries()) {
    if (!(await decide(review, id, `Proposal ${at + 1} of ${ids.length}`))) break;
  }
  dialogue.close();
  const left = proposalsOf(app, scope).length;
  return { json: { ...tally, left }, text: () => summaryOf(tally, left), notes: [], committed: 'a review of memory' };
}

function summaryOf(tally: Tally, left: number): string {
  const parts = (Object.keys(tally) as Outcome[])
    .filter((outcome) => tally[outcome].length > 0)
    .map((outcome) => `${tally[outcome].length} ${outcome}`);
  const done = parts.length === 0 ? 'nothing changed' : parts.join(', ');
  return `${done}; ${left === 0 ? 'nothing waits for you' : `${left} proposals wait for you`}\n`;
}
