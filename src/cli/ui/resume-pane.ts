import type { AppContext } from '../../app/context.ts';
import type { SessionScope } from '../../app/list-sessions.ts';
import type { SessionId } from '../../kernel/ids.ts';
import type { PaneLine, ResumePreview, Tone } from '../../ui/ui-host.ts';
import { type ResumeRequest, runResume } from '../run-resume.ts';
import { answerText } from './answer-text.ts';
import { viewOf } from './view-of.ts';

/** A resume of this session as nobody asked for anything special. */
export function plainResume(app: AppContext, session: SessionId, scope: SessionScope): ResumeRequest {
  return {
    view: viewOf(app, session),
    scope,
    accept: [],
    strict: true,
    dryRun: true,
    print: false,
    native: false,
    exec: false,
    json: true,
  };
}

const READY = 0;
const STALE = 20;

function toneOf(exit: number | undefined): Tone {
  if (exit === undefined || exit === READY) return 'good';
  return exit === STALE ? 'warn' : 'bad';
}

/** What a resume would say, and how bad that is. Nothing is recorded. */
export async function resumePane(app: AppContext, session: SessionId, scope: SessionScope): Promise<ResumePreview> {
  const answer = await runResume(app, plainResume(app, session, scope));
  const [first = '', ...more] = (await answerText(answer)).split('\n');
  // The pane says already which session it is.
  const rest = more.filter((line) => !line.startsWith('session '));
  const tone = toneOf(answer.exit);
  const lines: readonly PaneLine[] = [{ text: first, tone }, ...rest.map((text) => ({ text }))];
  return { verdict: first.split(':')[0] ?? '', tone, lines };
}
