import * as z from 'zod';
import { decideExamined } from '../app/accept-finding.ts';
import { type AssembledContext, assembleContext } from '../app/assemble-context.ts';
import { type ExaminedResume, examineResume } from '../app/examine-resume.ts';
import { resolveHandle } from '../domain/handle.ts';
import type { Finding } from '../domain/resume-finding.ts';
import type { SessionView } from '../domain/session-view.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Data } from './data-fence.ts';
import { isSessionInReach, notHere, requireSession, scopeOf } from './reach.ts';
import { sessionData } from './session-tools.ts';
import { defineTool, type ToolCall } from './tool.ts';
import { agentInput, idInput, projectInput } from './tool-input.ts';
import { answerShape } from './tool-output.ts';

const input = z.strictObject({
  session: idInput
    .default('@last')
    .describe(
      'Session: id, unique beginning of it, the agent’s own id, title, or @last: the newest but the one that asks.',
    ),
  agent: agentInput.describe('Go on in another agent: says what that would change.'),
  document: z.boolean().default(false).describe('The context to go on with, too.'),
  budget: z.int().min(400).max(12_000).default(4000).describe('Estimated tokens of that context.'),
  project: projectInput,
});

/** How a preview is asked for. */
export type PreviewCall = ToolCall<z.infer<typeof input>>;

const MOST_FINDINGS = 40;
const MOST_PATHS = 10;
const MOST_APPROVALS = 30;

/** The newest session is mostly the one that asks. */
function chooseSession({ app, input: { session }, reach, asking }: PreviewCall): SessionView {
  if (session !== '@last' || asking === undefined || reach.project === null) return requireSession(app, session, reach);
  const among = (view: SessionView): boolean => view.id !== asking && isSessionInReach(app, view.id, reach);
  const outcome = resolveHandle({ text: session, project: reach.project, among }, app.readModel);
  if (outcome.kind !== 'found') throw notHere(session);
  return outcome.session;
}

function findingData({ code, severity, message, paths, pathCount, before, after, evidence, needs }: Finding): Data {
  const cut = paths === undefined ? {} : { paths: paths.slice(0, MOST_PATHS), pathCount: pathCount ?? paths.length };
  return { code, severity, message, ...cut, before, after, evidence, needs };
}

async function examine(call: PreviewCall, view: SessionView): Promise<ExaminedResume> {
  const { app, input: given, reach, settings } = call;
  const outcome = await examineResume(app, view.id, {
    scope: scopeOf(reach),
    printed: true,
    globs: settings.policyGlobs,
    ...(given.agent === undefined ? {} : { agent: given.agent }),
  });
  if (outcome.kind === 'examined') return outcome.examined;
  const { code } = outcome.refusal;
  throw new LoomError({ kind: 'refused', code, message: `session ${view.id} cannot go on: ${code}` });
}

function contextData(context: AssembledContext): Data {
  const { tier, tokens, kept, omitted, note, document } = context;
  return { tier, tokens, kept, omitted, note, document };
}

/** Compares a session with what is there now. Records nothing; a person resumes. */
export async function previewResume(call: PreviewCall) {
  const { app, input: given, reach } = call;
  const view = chooseSession(call);
  const examined = await examine(call, view);
  const { verdict, changed, notKnown, findings } = examined.judgement;
  const { effect } = decideExamined(examined, { accept: new Set(), strict: false });
  const context =
    given.document && effect !== 'findings'
      ? assembleContext(app, view.id, { format: 'markdown', findings, budget: given.budget })
      : null;
  const data = {
    session: sessionData(app, examined.view, reach),
    verdict,
    effect,
    changed,
    notKnown,
    findings: findings.slice(0, MOST_FINDINGS).map(findingData),
    approvals: 'none is carried over',
    asksAgain: examined.approvals.slice(0, MOST_APPROVALS),
    ...(context === null ? {} : { context: contextData(context) }),
    next: `nothing was recorded; a person decides: loom sessions resume ${view.id}`,
  };
  return { data, list: 'findings', shown: { memories: [], hits: 1 } };
}

/** Previews a resume. */
export const resumePreviewTool = defineTool({
  name: 'resume_preview',
  title: 'Preview a resume',
  description:
    'Compares what an earlier session knew of this project with what is there now: a verdict, what changed, what is not known. ' +
    'Records nothing and accepts nothing; only a person resumes.',
  input,
  output: answerShape({ session: z.looseObject({ id: z.string() }), verdict: z.string() }),
  run: previewResume,
});
