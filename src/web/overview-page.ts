import {
  type AgentActivity,
  type FileActivity,
  type FilesMemo,
  readOverview,
  type StoreOverview,
} from '../app/read-overview.ts';
import { bar, dayColumns } from './charts.ts';
import { html, type Markup } from './markup.ts';
import { type PageAnswer, type PageCall, page } from './page.ts';
import { projectChoice, scopeWords } from './page-scope.ts';
import { sessionRow, showNumber } from './session-row.ts';

/** Counted once for each session and length, as long as the server runs. */
const memo: FilesMemo = new Map();

function cards(overview: StoreOverview): Markup {
  const { sessions, subagents, prompts, toolCalls, toolErrors } = overview;
  const card = (value: number, words: string): Markup => html`<li><b>${showNumber(value)}</b>${words}</li>`;
  return html`<ul class="cards">${card(sessions, 'sessions')}${card(subagents, 'subagents')}${card(prompts, 'prompts')}${card(toolCalls, 'tool calls')}${card(toolErrors, 'tool errors')}</ul>`;
}

function days({ days: all }: StoreOverview): Markup {
  if (all.length === 0) return html`<p>No session yet.</p>`;
  const rows = all
    .filter(({ sessions }) => sessions > 0)
    .reverse()
    .map(
      ({ day, sessions, prompts }) =>
        html`<tr><td>${day}</td><td class="n">${sessions}</td><td class="n">${prompts}</td></tr>`,
    );
  return html`${dayColumns(all)}<details><summary>The numbers</summary><table><thead><tr><th scope="col">Day of last activity (UTC)</th><th scope="col" class="n">Sessions</th><th scope="col" class="n">Prompts</th></tr></thead><tbody>${rows}</tbody></table></details>`;
}

function agentRow({ agent, sessions, prompts, toolCalls, tokens }: AgentActivity, most: number): Markup {
  return html`<tr><th scope="row">${agent}</th><td class="bar">${bar(sessions, most)}</td><td class="n">${showNumber(sessions)}</td><td class="n">${showNumber(prompts)}</td><td class="n">${showNumber(toolCalls)}</td><td class="n">${showNumber(tokens.input)}</td><td class="n">${showNumber(tokens.output)}</td></tr>`;
}

function agents({ agents: all }: StoreOverview): Markup {
  const most = Math.max(0, ...all.map(({ sessions }) => sessions));
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table of agents"><table><thead><tr><th scope="col">Agent</th><td></td><th scope="col" class="n">Sessions</th><th scope="col" class="n">Prompts</th><th scope="col" class="n">Tool calls</th><th scope="col" class="n">Tokens in</th><th scope="col" class="n">Tokens out</th></tr></thead><tbody>${all.map((one) => agentRow(one, most))}</tbody></table></div><p class="dim">Tokens are the agents’ own figures; – where an agent keeps none.</p>`;
}

function fileRow({ path, reads, edits, sessions }: FileActivity, most: number): Markup {
  return html`<tr><th scope="row" dir="auto">${path}</th><td class="bar">${bar(edits + reads, most)}</td><td class="n">${edits}</td><td class="n">${reads}</td><td class="n">${sessions}</td></tr>`;
}

function files({ files: all, filesOf }: StoreOverview): Markup {
  if (all.length === 0) return html`<p>No file was touched by a tool that names it.</p>`;
  const most = Math.max(...all.map(({ reads, edits }) => reads + edits));
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Files"><table><thead><tr><th scope="col">File</th><td></td><th scope="col" class="n">Edits</th><th scope="col" class="n">Reads</th><th scope="col" class="n">Sessions</th></tr></thead><tbody>${all.map((one) => fileRow(one, most))}</tbody></table></div><p class="dim">Of the newest ${filesOf} sessions.</p>`;
}

/** What happened lately, in figures. */
export function overviewPage(call: PageCall): PageAnswer {
  const overview = readOverview(call.app, { scope: call.scope, memo });
  const waiting =
    overview.proposals === 0
      ? null
      : html`<p><a href="${call.link('/memory/review')}">${overview.proposals} claims wait for your review</a></p>`;
  const last = overview.last.map((view) => sessionRow(call, view));
  return page(
    'Overview',
    html`<h1>Overview: ${scopeWords(call)}</h1><form class="filter" action="${call.link('/')}">${projectChoice(call)}<button>Apply</button></form>${waiting}${cards(overview)}
<h2>Activity</h2>${days(overview)}
<section aria-labelledby="agents"><h2 id="agents">Agents</h2>${agents(overview)}</section><section aria-labelledby="files"><h2 id="files">Files most touched</h2>${files(overview)}</section>
<h2>Last sessions</h2><ul class="list">${last}</ul>`,
  );
}
