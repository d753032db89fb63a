import { decideExamined } from '../app/accept-finding.ts';
import { type AssembledContext, assembleContext } from '../app/assemble-context.ts';
import type { AppContext } from '../app/context.ts';
import type { SessionCopy } from '../app/copy-session.ts';
import { type ExaminedResume, examineResume } from '../app/examine-resume.ts';
import type { SessionScope } from '../app/list-sessions.ts';
import type { NativeTools } from '../app/ports/native-writer.ts';
import { makeResumeEvents, type ResumeEvents, recordResume } from '../app/record-resume.ts';
import { nextStep, type ResumeNext } from '../app/resume-next.ts';
import { writeNative } from '../app/write-native.ts';
import type { ContextFormat } from '../domain/context-step.ts';
import type { ResumeDecision } from '../domain/resume-effect.ts';
import type { SessionView } from '../domain/session-view.ts';
import type { AgentName } from '../events/agents.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { shellLine } from '../kernel/shell-word.ts';
import { askToAccept, readAccepted } from './accept-findings.ts';
import type { Answer } from './answer.ts';
import { readConfigValue } from './config-values.ts';
import { refusalError } from './refusal-words.ts';
import { type ResumeReport, resumeJson, resumeLines } from './render/resume.ts';
import { terminalName } from './terminal-name.ts';
import { COPY_WORDS } from './words/copy.ts';
import { SESSION_WORDS } from './words/session.ts';

/** How a resume was asked for. */
export interface ResumeRequest {
  readonly view: SessionView;
  readonly reason?: string;
  readonly scope: SessionScope;
  readonly named?: string;
  readonly agent?: AgentName;
  readonly model?: string;
  readonly effort?: string;
  readonly accept: readonly string[];
  readonly strict: boolean;
  readonly dryRun: boolean;
  readonly print: boolean;
  readonly format?: ContextFormat;
  readonly budget?: number;
  readonly window?: number;
  readonly native: boolean;
  readonly exec: boolean;
  /** The answer is JSON: nobody is asked anything. */
  readonly json: boolean;
}

/** A resume on its way: examined, and decided as far as a person said yes. */
interface DecidedResume {
  readonly request: ResumeRequest;
  readonly examined: ExaminedResume;
  readonly decision: ResumeDecision;
  readonly context: AssembledContext | null;
  readonly warnings: readonly string[];
}

function commandWith(request: ResumeRequest, more: readonly string[]): string {
  const { view, agent, model, effort, print, native, exec } = request;
  const words = [
    ...(agent === undefined ? [] : ['--agent', agent]),
    ...(model === undefined ? [] : ['--model', model]),
    ...(effort === undefined ? [] : ['--effort', effort]),
    ...(print ? ['--print'] : []),
    ...(native ? ['--native'] : []),
    ...(exec ? ['--exec'] : []),
  ];
  return shellLine(['loom', 'sessions', 'resume', view.id, ...words, ...more]);
}

function acceptWords(codes: readonly string[]): readonly string[] {
  return codes.flatMap((code) => ['--accept', code]);
}

async function examine(app: AppContext, request: ResumeRequest): Promise<ExaminedResume> {
  const { view, scope, named, agent, model, effort, print, format } = request;
  const outcome = await examineResume(app, view.id, {
    scope,
    printed: print || format !== undefined,
    globs: await readConfigValue(app, 'policy.globs'),
    ...(named === undefined ? {} : { named }),
    ...(agent === undefined ? {} : { agent }),
    ...(model === undefined ? {} : { model }),
    ...(effort === undefined ? {} : { effort }),
  });
  if (outcome.kind === 'refused') throw refusalError(SESSION_WORDS, outcome.refusal);
  return outcome.examined;
}

function assemble(app: AppContext, { view, format, budget, window }: ResumeRequest, examined: ExaminedResume) {
  return assembleContext(app, view.id, {
    format: format ?? 'markdown',
    findings: examined.judgement.findings,
    ...(budget === undefined ? {} : { budget }),
    ...(window === undefined ? {} : { window }),
  });
}

/** Compares, judges, asks a person where one can be asked, and makes the context of what may go on. */
async function decide(app: AppContext, request: ResumeRequest): Promise<DecidedResume> {
  const accept = readAccepted(request.accept, app.env, commandWith(request, acceptWords(request.accept)));
  const examined = await examine(app, request);
  let decision = decideExamined(examined, { accept, strict: request.strict });
  if (decision.open.length > 0 && !request.dryRun && !request.json) {
    const yes = await askToAccept(decision, app.env);
    decision = decideExamined(examined, { accept: new Set([...accept, ...yes]), strict: request.strict });
  }
  const warnings = decision.inVain.map((code) => `--accept ${code}: nothing was found that this could settle`);
  const context = decision.effect === 'findings' ? null : assemble(app, request, examined);
  return { request, examined, decision, context, warnings };
}

interface Finished {
  readonly next: ResumeNext | null;
  readonly recorded: string | null;
  readonly written: SessionCopy | null;
}

interface NextParts {
  readonly resume: DecidedResume;
  readonly tools: NativeTools;
  readonly written?: { readonly nativeId: string; readonly cwd: string };
}

function nextOf(app: AppContext, { resume, tools, written }: NextParts): ResumeNext {
  const { view, facts } = resume.examined;
  const { again: accept } = resume.decision;
  const { selected } = facts.provider.agent;
  const writable = selected !== null && tools.writerFor(selected) !== undefined;
  return nextStep(app, { view, facts, accept, writable, ...(written === undefined ? {} : { written }) });
}

function noAgent({ request }: DecidedResume): LoomError {
  return new LoomError({
    kind: 'refused',
    code: 'nothing-to-run',
    message: `no agent on this machine can be started with session ${request.view.shortId}`,
    hints: [shellLine(['loom', 'sessions', 'resume', request.view.id, '--print'])],
  });
}

function eventsOf(app: AppContext, { examined, decision, context }: DecidedResume): ResumeEvents {
  const terminal = terminalName(app.env);
  return makeResumeEvents(app, {
    examined,
    accepted: decision.accepted,
    tokens: context?.tokens ?? 0,
    ...(terminal === null ? {} : { terminal }),
  });
}

/** Writes a session file for the agent, and records the resume in the same commit. */
async function goOnNatively(app: AppContext, resume: DecidedResume, tools: NativeTools): Promise<Finished> {
  const { request, examined } = resume;
  const { agent, model, effort } = request;
  const events = eventsOf(app, resume);
  const outcome = await writeNative(
    app,
    {
      session: request.view.id,
      kind: 'continuation',
      also: (made) => events.native(made),
      ...(examined.facts.place.chosen === null ? {} : { cwd: examined.facts.place.chosen }),
      ...(agent === undefined ? {} : { agent }),
      ...(model === undefined ? {} : { model }),
      ...(effort === undefined ? {} : { effort }),
    },
    tools,
  );
  if (outcome.kind === 'refused') throw refusalError(COPY_WORDS, outcome.refusal);
  const { nativeId, cwd } = outcome.copy;
  return {
    next: nextOf(app, { resume, tools, written: { nativeId, cwd } }),
    recorded: events.resumed,
    written: outcome.copy,
  };
}

/** Does what was decided: nothing, or the record of a resume with the file that it needs. */
async function goOn(app: AppContext, resume: DecidedResume): Promise<Finished> {
  const { request, decision } = resume;
  if (decision.effect === 'findings') return { next: null, recorded: null, written: null };
  const { openNative } = await import('./open-native.ts');
  const tools = await openNative();
  const next = nextOf(app, { resume, tools });
  if (decision.effect === 'preview') return { next, recorded: null, written: null };
  const isNative = request.native || (request.exec && next.by === 'loom' && next.args.includes('--native'));
  if (request.exec && next.by === 'loom' && !isNative) throw noAgent(resume);
  if (request.dryRun) return { next, recorded: null, written: null };
  if (isNative) return goOnNatively(app, resume, tools);
  const events = eventsOf(app, resume);
  const refusal = await recordResume(app, request.view.id, events);
  if (refusal !== null) throw refusalError(SESSION_WORDS, refusal);
  return { next, recorded: events.resumed, written: null };
}

function reportOf(app: AppContext, resume: DecidedResume, finished: Finished): ResumeReport {
  const { request, examined, decision, context } = resume;
  const settled = [...new Set(decision.accepted.map(({ code }) => code))];
  return {
    view: examined.view,
    facts: examined.facts,
    judgement: examined.judgement,
    approvals: examined.approvals,
    decision,
    context,
    ...finished,
    differences: examined.differences,
    dryRun: request.dryRun,
    acceptCommand: decision.settles ? commandWith(request, acceptWords([...settled, ...decision.askable])) : null,
    folder: app.cwd,
    withDocument: request.print || request.format !== undefined,
    ...(request.reason === undefined ? {} : { reason: request.reason }),
  };
}

/** Shows the command, then runs the agent with this terminal; its exit code becomes that of loom. */
async function runNext(lines: readonly string[], next: ResumeNext): Promise<Answer> {
  const { writeNotice } = await import('./output.ts');
  const { runAgent } = await import('./run-agent.ts');
  writeNotice(`${lines.join('\n')}\n`);
  return { json: null, text: () => '', exit: runAgent(next) };
}

/** Prepares a continuation of a session: compares, judges, asks, records, and prints or runs what goes on. */
export async function runResume(app: AppContext, request: ResumeRequest): Promise<Answer> {
  const resume = await decide(app, request);
  const finished = await goOn(app, resume);
  const report = reportOf(app, resume, finished);
  const lines = () => resumeLines(report);
  const { decision, context, warnings } = resume;
  if (request.exec && !request.dryRun && decision.effect === 'proceeds' && finished.next !== null)
    return runNext(lines(), finished.next);
  const isDocument = report.withDocument && decision.effect === 'proceeds' && context !== null;
  return {
    json: () => resumeJson(report),
    text: () => (isDocument ? context.document : isPrint(report) ? '' : `${lines().join('\n')}\n`),
    notes: () => (report.withDocument ? lines() : []),
    warnings,
    exit: decision.exit,
    ...(finished.recorded === null ? {} : { committed: `resume ${finished.recorded} is recorded` }),
  };
}

/** Only a document goes to stdout when one is asked for; there may be none. */
function isPrint({ withDocument }: ResumeReport): boolean {
  return withDocument;
}
