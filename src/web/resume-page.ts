import { decideExamined } from '../app/accept-finding.ts';
import { assembleContext } from '../app/assemble-context.ts';
import { type ExaminedResume, examineResume } from '../app/examine-resume.ts';
import type { Finding, Severity } from '../domain/resume-finding.ts';
import type { SessionView } from '../domain/session-view.ts';
import { commandLine } from './command-line.ts';
import { html, type Markup } from './markup.ts';
import type { PageAnswer, PageCall } from './page.ts';
import { sessionFrame, sessionOf } from './session-frame.ts';

const MOST_PATHS = 30;
const MOST_APPROVALS = 30;

function findingItem({ code, message, paths = [], pathCount, before, after, evidence, needs }: Finding): Markup {
  const shown = paths.slice(0, MOST_PATHS).map((path) => html`<li><code>${path}</code></li>`);
  const rest = (pathCount ?? paths.length) - shown.length;
  const more = rest > 0 ? html`<li>… and ${rest} more</li>` : null;
  const states =
    before === undefined || after === undefined
      ? null
      : html`<div>then <code>${before}</code>, now <code>${after}</code></div>`;
  const list = shown.length === 0 ? null : html`<ul>${shown}${more}</ul>`;
  return html`<li><span class="tag">${code}</span> <span dir="auto">${message}</span>${list}${states}<div class="dim">check: <code>${evidence}</code></div>${needs === undefined ? null : html`<div>needs: ${needs}</div>`}</li>`;
}

function findingGroups(call: PageCall, findings: readonly Finding[]): Markup {
  const severities: readonly Severity[] = [...new Set(findings.map(({ severity }) => severity))];
  const groups = severities.map(
    (severity) =>
      html`<h3>${call.host.words.severity(severity)}</h3><ul>${findings.filter((one) => one.severity === severity).map(findingItem)}</ul>`,
  );
  return html`${groups}`;
}

function contextPart(call: PageCall, view: SessionView, { judgement }: ExaminedResume): Markup {
  const context = assembleContext(call.app, view.id, { format: 'markdown', findings: judgement.findings });
  const { tier, tokens, budget, note } = context;
  return html`<h2>Context</h2><p>${tier}, ${tokens} of ${budget} tokens (estimated)${note === null ? '' : `; ${note}`}</p>`;
}

function approvalsPart({ approvals }: ExaminedResume): Markup {
  if (approvals.length === 0) return html`<p>No approval is carried over.</p>`;
  const items = approvals
    .slice(0, MOST_APPROVALS)
    .map(
      ({ what, because, count }) =>
        html`<li dir="auto">${what} <span class="dim">(${because}${count === undefined ? '' : `, ${count} calls`})</span></li>`,
    );
  return html`<h2>Asked for again</h2><p>No approval is carried over.</p><ul>${items}</ul>`;
}

async function examined(call: PageCall, view: SessionView): Promise<ExaminedResume> {
  const globs = await call.host.policyGlobs(call.app);
  const outcome = await examineResume(call.app, view.id, { scope: { all: true }, printed: true, globs });
  if (outcome.kind === 'refused') throw call.host.words.session(outcome.refusal);
  return outcome.examined;
}

/** What a resume would come to: compared with what is there now; nothing is recorded, and nothing goes on here. */
export async function resumePage(call: PageCall): Promise<PageAnswer> {
  const view = sessionOf(call);
  const found = await examined(call, view);
  const { verdict, changed, notKnown, findings } = found.judgement;
  const decision = decideExamined(found, { accept: new Set(), strict: false });
  const counts = changed + notKnown === 0 ? '' : ` (${changed} changed, ${notKnown} not known)`;
  const body = html`<p class="verdict">${verdict}: ${call.host.words.verdict(verdict)}${counts}</p><p class="dim">Compared now; nothing was recorded. A resume goes on in your terminal.</p>
<h2>Findings</h2>${findings.length === 0 ? html`<p>Nothing differs.</p>` : findingGroups(call, findings)}
${approvalsPart(found)}
${decision.effect === 'findings' ? null : contextPart(call, view, found)}
<h2>To go on</h2>${commandLine(`loom sessions resume ${view.id} --exec`)}<p>Or the context for any agent:</p>${commandLine(`loom sessions resume ${view.id} --print`)}`;
  return sessionFrame(call, view, { tab: '/resume', body });
}
