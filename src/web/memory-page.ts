import { findMemory } from '../app/find-memory.ts';
import { listMemories } from '../app/list-memories.ts';
import { type MemoryView, viewMemory } from '../app/memory-view.ts';
import { proposalsOf, type ReviewItem, reviewItem } from '../app/review-memories.ts';
import { htmlProse } from '../domain/html-text.ts';
import type { MemoryStatus } from '../domain/memory-state.ts';
import { parseMemoryId } from '../kernel/ids.ts';
import { html, type Markup, rendered } from './markup.ts';
import { type PageAnswer, type PageCall, page } from './page.ts';
import { projectChoice, scopeWords } from './page-scope.ts';
import { showInstant } from './session-row.ts';

const STATUSES = ['accepted', 'proposed', 'rejected', 'superseded', 'retracted'] as const;
const MOST = 200;

function isStatus(text: string): text is MemoryStatus {
  return (STATUSES as readonly string[]).includes(text);
}

/** States of a record, in words. */
function tagsOf(view: MemoryView): readonly Markup[] {
  const { status, kind, pinned, trust, instructionShaped, instructionConfirmed, asserted, conflictsWith } = view;
  const tags = [
    status,
    kind,
    ...(pinned ? ['pinned'] : []),
    ...(status === 'proposed' && trust !== 'person' ? [trust === 'agent' ? 'by an agent' : 'untrusted'] : []),
    ...(instructionShaped ? [instructionConfirmed ? 'instruction' : 'unconfirmed instruction'] : []),
    ...(asserted ? ['asserted'] : []),
    ...(conflictsWith.length > 0 ? [`conflicts: ${conflictsWith.length}`] : []),
  ];
  return tags.map((tag) => html`<span class="tag">${tag}</span> `);
}

function recordRow(call: PageCall, view: MemoryView): Markup {
  return html`<li><div class="title"><a href="${call.link(`/memory/${view.id}`)}" dir="auto">${view.text}</a></div>
<div class="facts">${tagsOf(view)}<span dir="auto">${view.scope === 'user' ? 'every project' : (view.project?.name ?? '')}</span><span>${view.notice}</span></div></li>
`;
}

/** Memory, and what waits to become it. */
export function memoryPage(call: PageCall): PageAnswer {
  const status = call.query.get('status') ?? '';
  const filter = isStatus(status) ? { statuses: [status] } : {};
  const { rows, elsewhere } = listMemories(call.app, call.scope, { ...filter, limit: MOST });
  const waiting = proposalsOf(call.app, call.scope).length;
  const options = STATUSES.map((name) => html`<option${name === status ? html` selected` : ''}>${name}</option>`);
  const list =
    rows.length === 0
      ? html`<p>No memory of ${scopeWords(call)}${elsewhere > 0 ? `; ${elsewhere} records elsewhere` : ''}.</p>`
      : html`<ul class="list">${rows.map((view) => recordRow(call, view))}</ul>${rows.length === MOST ? html`<p>Only the newest ${MOST}.</p>` : null}`;
  const review =
    waiting === 0
      ? null
      : html`<p><a class="button" href="${call.link(`/memory/review?project=${encodeURIComponent(call.project)}`)}">Review ${waiting} claims</a></p>`;
  return page(
    'Memory',
    html`<h1>Memory</h1><p class="dim">A claim is memory once a person accepts it. It informs; verify before relying on it.</p>${review}<form class="filter" action="${call.link('/memory')}">${projectChoice(call)}<label>State<select name="status"><option value="">Accepted and proposed</option>${options}</select></label><button>Apply</button></form>${list}`,
  );
}

function origin(call: PageCall, { provenance, trust }: MemoryView): Markup {
  const who = [provenance.author, provenance.agent].filter((name) => name !== null).join(', ');
  const session = provenance.sessionId;
  const from =
    session === null
      ? null
      : html` in <a href="${call.link(`/sessions/${session}`)}">session ${session.slice(0, 8)}</a>`;
  return html`${who === '' ? trust : `${who} (${trust})`}${from}`;
}

function acceptance({ acceptedAt, approvedBy, evidence }: MemoryView): Markup | null {
  if (acceptedAt === null) return null;
  const by =
    approvedBy === null
      ? html` on a terminal`
      : html`, asserted: by <span dir="auto">${approvedBy}</span>, <span dir="auto">${evidence ?? ''}</span>`;
  return html`<dt>accepted</dt><dd>${showInstant(acceptedAt)}${by}</dd>`;
}

/** A record with all that is known of it. */
export function recordPart(call: PageCall, view: MemoryView): Markup {
  const replaced = (id: string | null, name: string): Markup | null =>
    id === null ? null : html`<dt>${name}</dt><dd><a href="${call.link(`/memory/${id}`)}">${id.slice(0, 8)}</a></dd>`;
  const conflicts = view.conflictsWith.map(
    ({ id, reason }) =>
      html`<dt>conflict</dt><dd><a href="${call.link(`/memory/${id}`)}">${id.slice(0, 8)}</a> ${reason.replaceAll('-', ' ')}</dd>`,
  );
  const unconfirmed =
    view.instructionShaped && !view.instructionConfirmed
      ? html`<div class="warn">It reads like an instruction to an agent (${view.shapes.join(', ')}).</div>`
      : null;
  const paths = [...view.tags.map((tag) => `#${tag}`), ...view.paths].join(', ');
  return html`<p>${tagsOf(view)}</p>${unconfirmed}<article aria-label="Claim">${rendered([htmlProse(view.text)])}</article>
<dl><dt>id</dt><dd><code>${view.id}</code></dd><dt>project</dt><dd dir="auto">${view.scope === 'user' ? 'yours, in every project' : (view.project?.name ?? '–')}</dd>${paths === '' ? null : html`<dt>about</dt><dd dir="auto">${paths}</dd>`}<dt>proposed</dt><dd>${showInstant(view.proposedAt)} by ${origin(call, view)}</dd>${acceptance(view)}${view.confirmedAt === null ? null : html`<dt>confirmed</dt><dd>${showInstant(view.confirmedAt)}</dd>`}${replaced(view.supersededBy, 'replaced by')}${replaced(view.supersedes, 'replaces')}${view.observations === 0 ? null : html`<dt>met again</dt><dd>${view.observations}×</dd>`}${conflicts}</dl>`;
}

const ACTIONS: Readonly<Partial<Record<MemoryStatus, readonly string[]>>> = {
  proposed: ['accept', 'reject', 'supersede', 'edit', 'forget'],
  accepted: ['confirm', 'edit', 'supersede', 'retract', 'pin', 'forget'],
  rejected: ['forget'],
  superseded: ['forget'],
  retracted: ['forget'],
};

function actionsPart(call: PageCall, view: MemoryView): Markup {
  const links = (ACTIONS[view.status] ?? []).map((action) => {
    const name = action === 'pin' && view.pinned ? 'unpin' : action;
    return html`<a class="button" href="${call.link(`/memory/${view.id}/${name}`)}">${name.charAt(0).toUpperCase()}${name.slice(1)}</a>\n`;
  });
  return html`<div class="row">${links}</div>`;
}

/** The record that an address names. */
export function recordOf(call: PageCall): MemoryView {
  return viewMemory(call.app, findMemory(call.app, call.path('id'), { all: true }));
}

/** One record. */
export function recordPage(call: PageCall): PageAnswer {
  const view = recordOf(call);
  return page('Memory record', html`<h1>Memory record</h1>${recordPart(call, view)}${actionsPart(call, view)}`);
}

function neighboursPart(call: PageCall, { neighbours }: ReviewItem): Markup | null {
  if (neighbours.length === 0) return null;
  return html`<h2>Like it, or against it</h2><ul class="list">${neighbours.map((view) => recordRow(call, view))}</ul>`;
}

/** Proposals one at a time, oldest first; each can be decided or passed over. */
export function reviewPage(call: PageCall): PageAnswer {
  const ids = proposalsOf(call.app, call.scope).map(({ id }) => id);
  const after = parseMemoryId(call.query.get('after') ?? '');
  const at = after === undefined ? 0 : ids.indexOf(after) + 1;
  const id = ids[at];
  const item = id === undefined ? undefined : reviewItem(call.app, id);
  if (item === undefined) {
    const words = ids.length === 0 ? 'Nothing waits for you.' : `These were all; ${ids.length} were passed over.`;
    return page('Review', html`<h1>Review</h1><p>${words}</p><p><a href="${call.link('/memory')}">Memory</a></p>`);
  }
  const { proposal } = item;
  const next = call.link(`/memory/review?project=${encodeURIComponent(call.project)}&after=${proposal.id}`);
  return page(
    'Review',
    html`<h1>Review: claim ${at + 1} of ${ids.length}</h1>${recordPart(call, proposal)}${neighboursPart(call, item)}<div class="row"><a class="button" href="${call.link(`/memory/${proposal.id}/accept`)}">Accept…</a> <a class="button" href="${call.link(`/memory/${proposal.id}/reject`)}">Reject…</a> <a class="button" href="${call.link(`/memory/${proposal.id}/supersede`)}">Supersede…</a> <a class="button" href="${call.link(`/memory/${proposal.id}/edit`)}">Edit…</a> <a class="button" href="${next}">Next</a></div>`,
  );
}
