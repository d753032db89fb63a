import { compareTwoSessions } from '../../app/compare-sessions.ts';
import type { AppContext } from '../../app/context.ts';
import type { SessionScope } from '../../app/list-sessions.ts';
import type { SessionId } from '../../kernel/ids.ts';
import type { ActionResult, PaneLine, UiAction, UiHost, UiStart, UiTerminal } from '../../ui/ui-host.ts';
import { appOptionsOfProcess, openApp } from '../composition.ts';
import { failureOf } from '../failure-report.ts';
import { divertNotices } from '../output.ts';
import { renderComparison } from '../render/comparison.ts';
import { paneScreen } from './answer-text.ts';
import { memoryPane, reviewPane } from './memory-pane.ts';
import { pageOfMemory } from './memory-rows.ts';
import { resumePane } from './resume-pane.ts';
import { sessionPane } from './session-pane.ts';
import { agentsIn, pageOfSessions } from './session-rows.ts';
import { carryOut } from './ui-actions.ts';
import { viewOf } from './view-of.ts';

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

function compare(app: AppContext, a: SessionId, b: SessionId): readonly PaneLine[] {
  const comparison = compareTwoSessions(app, [viewOf(app, a), viewOf(app, b)], { everyProject: true });
  return [...renderComparison(comparison, paneScreen())]
    .join('')
    .split('\n')
    .map((text) => ({ text }));
}

/** Each action opens the store for writing by itself, as a command of its own would. */
async function act(scope: SessionScope, action: UiAction): Promise<ActionResult> {
  const app = await openApp({ ...appOptionsOfProcess(), write: true });
  try {
    return await carryOut(app, scope, action);
  } finally {
    app.readModel.close();
  }
}

/** Gives the terminal face what the commands give to people. */
export function makeUiHost({ app, scope: own, terminal, start }: UiHostParts): UiHost {
  const scopeFor = (everyProject: boolean): SessionScope => (everyProject ? { all: true } : own);
  return {
    sessions: (question, offset, limit) =>
      pageOfSessions(app, { scope: scopeFor(question.everyProject), question }, { offset, limit }),
    agents: async () => agentsIn(app, { all: true }),
    preview: async (session) => sessionPane(app, session),
    judge: (session, everyProject) => resumePane(app, session, scopeFor(everyProject)),
    compare: async (a, b) => compare(app, a, b),
    memories: async (question) => pageOfMemory(app, scopeFor(question.everyProject), question),
    record: async (row, section) => memoryPane(app, row, { section, scope: { all: true } }),
    review: async (memory) => reviewPane(app, memory),
    act: (action) => act({ all: true }, action),
    explain,
    divertNotices,
    terminal,
    start,
  };
}
