import type { AppContext } from '../../app/context.ts';
import type { SessionScope } from '../../app/list-sessions.ts';
import type { ActionResult, UiAction, UiHost, UiStart, UiTerminal } from '../../ui/ui-host.ts';
import { appOptionsOfProcess, openApp } from '../composition.ts';
import { failureOf } from '../failure-report.ts';
import { divertNotices } from '../output.ts';
import { agentsIn, pageOfSessions } from './session-rows.ts';

/** What the terminal face is opened with. */
export interface UiHostParts {
  readonly app: AppContext;
  /** The project that is not every project. */
  readonly scope: SessionScope;
  readonly terminal: UiTerminal;
  readonly start: UiStart;
}

/** What a failure is called, with what to do next. */
function explain(error: unknown): string {
  const { message, hints } = failureOf(error);
  return hints.length === 0 ? message : `${message} (${hints[0]})`;
}

/** Each action opens the store for writing by itself, as a command of its own would. */
async function act(scope: SessionScope, action: UiAction): Promise<ActionResult> {
  const { carryOut } = await import('./ui-actions.ts');
  const app = await openApp({ ...appOptionsOfProcess(), write: true });
  try {
    return await carryOut(app, scope, action);
  } finally {
    app.readModel.close();
  }
}

/** Gives the terminal face what the commands give to people. What no first screen needs is loaded when it is asked for. */
export function makeUiHost({ app, scope: own, terminal, start }: UiHostParts): UiHost {
  const scopeFor = (everyProject: boolean): SessionScope => (everyProject ? { all: true } : own);
  return {
    sessions: (question, offset, limit) =>
      pageOfSessions(app, { scope: scopeFor(question.everyProject), question }, { offset, limit }),
    agents: async () => agentsIn(app, { all: true }),
    preview: async (session) => (await import('./session-pane.ts')).sessionPane(app, session),
    judge: async (session, everyProject) =>
      (await import('./resume-pane.ts')).resumePane(app, session, scopeFor(everyProject)),
    compare: async (a, b) => (await import('./comparison-pane.ts')).comparisonPane(app, a, b),
    purgePlan: async (session) => (await import('./purge-pane.ts')).purgePane(app, session),
    memories: async (question) =>
      (await import('./memory-rows.ts')).pageOfMemory(app, scopeFor(question.everyProject), question),
    record: async (row, section) =>
      (await import('./memory-pane.ts')).memoryPane(app, row, { section, scope: { all: true } }),
    review: async (memory) => (await import('./memory-pane.ts')).reviewPane(app, memory),
    act: (action) => act({ all: true }, action),
    explain,
    divertNotices,
    terminal,
    start,
  };
}
