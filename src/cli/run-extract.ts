import type { Extractor } from '../app/ask-extractor.ts';
import type { AppContext } from '../app/context.ts';
import { type Extraction, extractMemory } from '../app/extract-memory.ts';
import { projectFilter } from '../app/list-sessions.ts';
import type { SessionView } from '../domain/session-view.ts';
import { countOf } from '../kernel/count-of.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Answer } from './answer.ts';
import { readConfigValues } from './config-values.ts';
import { safeLine } from './safe-text.ts';
import { findByHandle, readScope, type ScopeFlags } from './session-scope.ts';
import type { SettingValues } from './settings/setting-keys.ts';

/** What was drawn out of a session, for `--json`. */
export function extractionJson({ proposed, ...told }: Extraction): object {
  return {
    ...told,
    proposed: proposed.map(({ id, kind, text, instructionShaped }) => ({ id, kind, text, instructionShaped })),
  };
}

function linesOf({ proposed }: Extraction): readonly string[] {
  return proposed.map(({ shortId, kind, text }) => `${shortId}\t${kind}\t${safeLine(text)}`);
}

/** What drawing out told at the end of a session: notes, and warnings for what failed. Null where memory is off. */
export interface ClosingExtraction {
  readonly json: object | null;
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
}

/** Nothing was drawn out. */
export const NOTHING_DRAWN: ClosingExtraction = { json: null, notes: [], warnings: [] };

/** The program that the person configured to be asked, and nothing where there is none. A project cannot configure one. */
async function extractorOf(values: SettingValues): Promise<{ readonly extractor?: Extractor }> {
  const command = values['extractor.command'];
  if (command.length === 0) return {};
  const { runSummarizer: run } = await import('./run-summarizer.ts');
  const timeoutMs = values['extractor.timeout'] * 1000;
  return { extractor: { setting: { command, timeoutMs, tokens: values['extractor.tokens'] }, run } };
}

/** Draws out of a session that was closed what came of it. The session is closed whatever becomes of this. */
export async function extractAtClose(app: AppContext, view: SessionView): Promise<ClosingExtraction> {
  const values = await readConfigValues(app);
  if (!values['memory.enabled']) return NOTHING_DRAWN;
  try {
    const extractor = await extractorOf(values);
    const done = await extractMemory(app, app.readModel.view(view.id) ?? view, extractor);
    const count = done.proposed.length;
    const note = `${countOf(count, 'proposal')} from what was said: loom memory review`;
    const problem = done.extractor?.problem ?? null;
    return {
      json: extractionJson(done),
      notes: count === 0 ? [] : [note],
      warnings: problem === null ? [] : [`the extractor was not used: ${safeLine(problem)}`],
    };
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    return { ...NOTHING_DRAWN, warnings: [`the session is closed, but its outcome was not stored: ${error.message}`] };
  }
}

/** The sessions that are named, else all of the scope that a person spoke in. */
async function chooseSessions(
  app: AppContext,
  handles: readonly string[],
  flags: ScopeFlags,
): Promise<readonly SessionView[]> {
  app.readModel.catchUp();
  if (handles.length === 0) {
    const scope = await readScope(app, flags);
    if (!scope.all && scope.project === null) return [];
    const project = projectFilter(scope);
    return app.readModel
      .list({ ...project, anyArchived: true })
      .filter(({ headless, counts }) => !headless && counts.prompts > 0);
  }
  const views: SessionView[] = [];
  for (const handle of new Set(handles)) views.push(await findByHandle(app, handle, flags));
  return views;
}

/** Draws outcomes and proposals out of sessions that are there already, such as imported ones. */
export async function runExtract(
  app: AppContext,
  handles: readonly string[],
  flags: ScopeFlags & { readonly 'dry-run': boolean },
): Promise<Answer> {
  const views = await chooseSessions(app, handles, flags);
  const done: Extraction[] = [];
  for (const view of [...views].reverse()) done.push(await extractMemory(app, view, { dryRun: flags['dry-run'] }));
  const planned = done.reduce((sum, each) => sum + each.planned, 0);
  const summed = done.filter(({ summary }) => summary === 'summarised' || summary === 'planned').length;
  const nowhere = done.filter((each) => each.nowhere).length;
  const would = flags['dry-run'] ? 'would be ' : '';
  const head = `${countOf(done.length, 'session')}: ${countOf(summed, 'outcome')} ${would}stored, ${countOf(planned, 'proposal')} ${would}made`;
  return {
    json: { dryRun: flags['dry-run'], planned, sessions: done.map(extractionJson) },
    text: () => `${[head, ...done.flatMap(linesOf)].join('\n')}\n`,
    warnings:
      nowhere === 0
        ? []
        : [
            `${countOf(nowhere, 'session belongs', 'sessions belong')} to no project; what is said there was left where it is`,
          ],
    notes:
      planned === 0 || flags['dry-run'] ? [] : ['Nothing of it is memory before you accept it: loom memory review'],
    committed: `${planned} proposals`,
  };
}
