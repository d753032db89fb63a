import type { MemoryView } from '../app/memory-view.ts';
import { type Acceptance, shownClaim } from '../domain/memory-decide.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { html, type Markup } from './markup.ts';
import type { PageCall } from './page.ts';

/** What was typed into a field, redacted; `undefined` for nothing. */
export function typed({ app, form }: PageCall, name: string): string | undefined {
  const text = (form.get(name) ?? '').trim();
  return text === '' ? undefined : app.redactor.redact(text).text;
}

/** What was typed into a field that must not be empty. */
export function required(call: PageCall, name: string, hint: string): string {
  const text = typed(call, name);
  if (text !== undefined) return text;
  throw new LoomError({ kind: 'usage', code: 'acceptance-incomplete', message: `${name} is empty`, hints: [hint] });
}

export const EVIDENCE_FIELD = html`<label>On what grounds (optional)<input name="evidence" dir="auto" autocomplete="off"></label>`;

/** Who accepts, and on what grounds. */
export const NAME_FIELDS: Markup = html`<label>Your name<input name="name" required dir="auto" autocomplete="off"></label>${EVIDENCE_FIELD}`;

/** A second yes for a text that may read like an order; nobody knows before it is typed. */
export const ORDER_FIELD: Markup = html`<label class="check"><input type="checkbox" name="instruction" value="yes"> Accept it even if it reads like an instruction to an agent.</label>`;

/** Goes with the form of a proposal: what the page says that it claims. */
export function shownField(view: Pick<MemoryView, 'id' | 'kind' | 'text'>): Markup {
  return html`<input type="hidden" name="shown" value="${shownClaim(view)}">`;
}

/** What the page said that a proposal claims. */
export function readShown({ form }: PageCall, { id }: Pick<MemoryView, 'id'>): Pick<Acceptance, 'shown'> {
  return { shown: { [id]: (form.get('shown') ?? '').replaceAll('\r\n', '\n') } };
}

/** The acceptance that a form asserts; a form without a name is refused. */
export function readAcceptance(call: PageCall): Acceptance {
  return {
    by: call.app.actor.kind,
    approvedBy: required(call, 'name', 'an acceptance names who accepts: type your name'),
    evidence: typed(call, 'evidence') ?? 'reviewed in a browser',
    confirmInstruction: call.form.get('instruction') === 'yes',
  };
}
