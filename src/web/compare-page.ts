import { compareTwoSessions } from '../app/compare-sessions.ts';
import { findSession } from '../app/find-session.ts';
import type { ComparedPath, ComparedSide, SessionComparison } from '../domain/session-comparison.ts';
import { countOf } from '../kernel/count-of.ts';
import { html, type Markup } from './markup.ts';
import { type PageAnswer, type PageCall, page } from './page.ts';
import { showInstant, showNumber, titleOf } from './session-row.ts';

function minutes(millis: number | null): string {
  return millis === null ? 'unknown' : `${Math.round(millis / 60_000)} min`;
}

function toolRows({ tools }: ComparedSide): readonly Markup[] {
  return Object.entries(tools).map(
    ([name, { ok, error, interrupted }]) =>
      html`<tr><th scope="row">${name}</th><td class="n">${ok}</td><td class="n">${error}</td><td class="n">${interrupted}</td></tr>`,
  );
}

function sidePart(call: PageCall, name: string, side: ComparedSide): Markup {
  const { counts, tokens, checks, prompts, commits, models } = side;
  const ran = checks.map(
    ({ command, status, runs, detail }) =>
      html`<li><code>${command}</code>: ${status}${runs > 1 ? ` (${runs} runs)` : ''}${detail === null ? '' : ` – ${detail}`}</li>`,
  );
  return html`<section aria-label="${name}"><h2>${name}: <a href="${call.link(`/sessions/${side.id}`)}" dir="auto">${titleOf(side)}</a></h2>
<dl><dt>agent</dt><dd>${side.agent}</dd><dt>goal</dt><dd dir="auto">${side.goal ?? 'nothing was asked for after the fork point'}</dd><dt>done</dt><dd>${countOf(counts.prompts, 'prompt')}, ${countOf(counts.answers, 'answer')}, ${countOf(counts.toolCalls, 'tool call')}</dd><dt>tokens</dt><dd>${showNumber(tokens.input)} in, ${showNumber(tokens.output)} out, ${showNumber(tokens.cacheRead)} from the cache</dd><dt>model</dt><dd>${models.join(', ') || 'unknown'}</dd><dt>time</dt><dd>${minutes(side.durationMs)}, last ${showInstant(side.endedAt)}</dd>${commits.length === 0 ? null : html`<dt>commits</dt><dd>${commits.join(', ')}</dd>`}</dl>
<h3>Prompts</h3><ul>${prompts.map(({ text }) => html`<li dir="auto">${text}</li>`)}</ul>
<h3>Tools</h3><table><thead><tr><th scope="col">Tool</th><th scope="col" class="n">ok</th><th scope="col" class="n">failed</th><th scope="col" class="n">interrupted</th></tr></thead><tbody>${toolRows(side)}</tbody></table>
${ran.length === 0 ? null : html`<h3>Checks</h3><ul>${ran}</ul>`}</section>`;
}

function touched({ reads, edits }: ComparedPath['a']): string {
  return [edits > 0 ? `edited ${edits}×` : '', reads > 0 ? `read ${reads}×` : ''].filter(Boolean).join(', ') || '–';
}

function pathsPart({ paths, morePaths }: SessionComparison): Markup {
  if (paths.length === 0) return html`<p>Neither touched a file after the fork point.</p>`;
  const rows = paths.map(
    ({ path, a, b }) =>
      html`<tr><th scope="row" dir="auto">${path}</th><td>${touched(a)}</td><td>${touched(b)}</td></tr>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Files"><table><thead><tr><th scope="col">File</th><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody>${rows}</tbody></table></div>${morePaths > 0 ? html`<p>… ${morePaths} more</p>` : null}`;
}

function origin(call: PageCall, { ancestor, forkPoint }: SessionComparison): Markup {
  if (ancestor === null) return html`<p>The sessions share no ancestor; each is told from its beginning.</p>`;
  const point = forkPoint === null ? 'no message' : `turn ${forkPoint.turn}`;
  return html`<p>Both come from <a href="${call.link(`/sessions/${ancestor}`)}">${ancestor.slice(0, 8)}</a> and part after ${point}.</p>`;
}

function form(call: PageCall): Markup {
  const field = (name: 'a' | 'b', words: string): Markup =>
    html`<label>${words}<input name="${name}" value="${call.query.get(name) ?? ''}" required></label>`;
  return html`<form class="filter" action="${call.link('/compare')}">${field('a', 'One session')}${field('b', 'The other one')}<button>Compare</button></form>`;
}

/** Two sessions beside each other, from where they part. */
export function comparePage(call: PageCall): PageAnswer {
  const [a, b] = ['a', 'b'].map((name) => (call.query.get(name) ?? '').trim());
  const head = html`<h1>Compare</h1>${form(call)}`;
  if (!a || !b)
    return page(
      'Compare',
      html`${head}<p class="dim">Ids, beginnings of ids, or exact titles. A session names its forks under Branches.</p>`,
    );
  const views = [findSession(call.app, a, { all: true }), findSession(call.app, b, { all: true })] as const;
  const comparison = compareTwoSessions(call.app, views, { everyProject: true });
  return page(
    'Compare',
    html`${head}${origin(call, comparison)}<div class="two">${sidePart(call, 'A', comparison.a)}${sidePart(call, 'B', comparison.b)}</div><h2>Files</h2>${pathsPart(comparison)}`,
  );
}
