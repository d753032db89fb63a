/** A store in memory over a real repository: sessions are started, recorded and closed as people do it, and then judged. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { closeSession } from '../../src/app/close-session.ts';
import type { AppContext } from '../../src/app/context.ts';
import { type ExaminedResume, examineResume } from '../../src/app/examine-resume.ts';
import { findSources } from '../../src/app/find-sources.ts';
import { importSessions } from '../../src/app/import-sessions.ts';
import { recordEvent } from '../../src/app/record-event.ts';
import { makeResumeEvents, recordResume } from '../../src/app/record-resume.ts';
import type { ResumeQuestion } from '../../src/app/resume-facts.ts';
import { startSession } from '../../src/app/start-session.ts';
import { decideResume } from '../../src/domain/resume-effect.ts';
import type { AgentName } from '../../src/events/agents.ts';
import type { EventType } from '../../src/events/catalogue.ts';
import { deriveSessionId } from '../../src/events/session-id.ts';
import { claudeCodeImporter } from '../../src/importers/claude-code/claude-code-importer.ts';
import type { SessionId } from '../../src/kernel/ids.ts';
import { createPlaceProbe } from '../../src/project/probe-place.ts';
import { createProcesses } from '../../src/project/processes.ts';
import { createSnapshots } from '../../src/project/snapshots.ts';
import { openApp } from '../app/app-fixture.ts';
import { git, gitEnv, makeRepository, makeTempFolder } from '../project/git-fixture.ts';
import { removeFolder } from '../support/remove-folder.ts';

let minted = 0;

/** A native id in the shape of a UUID. */
export function mint(): string {
  minted += 1;
  return `0f0f0f0f-0000-4000-8000-${String(minted).padStart(12, '0')}`;
}

export interface Lab {
  /** Holds everything; links resolved. */
  readonly root: string;
  readonly home: string;
  readonly repo: string;
  app: AppContext;
}

/** A repository with some files and a commit, a home without settings, and an empty store. */
export function openLab(): Lab {
  const root = makeTempFolder();
  onTestFinished(() => removeFolder(root));
  const home = join(root, 'home');
  mkdirSync(home);
  const repo = makeRepository(join(root, 'tide-tables'));
  const lab: Lab = { root, home, repo, app: {} as AppContext };
  const store = openApp();
  // Git tells real times, so that the store has to live in the present.
  store.pass(Date.now() - store.clock());
  lab.app = appIn(lab, repo, store);
  write(lab, 'src/gauge.ts', 'export const gauge = 1;\n');
  write(lab, 'src/pier.ts', 'export const pier = 1;\n');
  write(lab, 'README.md', '# Tide tables\n');
  commit(lab, 'first tables');
  return lab;
}

/** The same store, asked from another folder. */
export function appIn(lab: Pick<Lab, 'home'>, cwd: string, base: AppContext, path = process.env['PATH']): AppContext {
  const env = { ...gitEnv(lab.home), PATH: path };
  const probe = createPlaceProbe({ env, cwd });
  let last = 0;
  const clock = () => {
    last = Math.max(Date.now(), last + 1);
    return last;
  };
  const { redactor, keyedDigest } = base;
  const snapshots = createSnapshots({ env, cwd, clock, probe, redactor, keyedDigest });
  return { ...base, cwd, env: { ...env, PWD: cwd }, probe, clock, snapshots, processes: createProcesses() };
}

/** Writes a file of the repository, or one named absolutely. */
export function write(lab: Lab, path: string, text: string): string {
  const whole = path.startsWith('/') ? path : join(lab.repo, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  return whole;
}

/** Commits everything that is there. */
export function commit(lab: Lab, subject: string): string {
  git(lab.repo, 'add', '-A');
  git(lab.repo, 'commit', '-q', '--allow-empty', '-m', subject);
  return git(lab.repo, 'rev-parse', 'HEAD');
}

export interface Started {
  readonly agent?: AgentName;
  readonly pid?: number;
  readonly nativeId?: string;
}

/** Starts a session in the folder of the lab's app. */
export async function start(lab: Lab, { agent = 'loom', pid, nativeId = mint() }: Started = {}): Promise<SessionId> {
  const request = { agent, nativeId, ...(pid === undefined ? {} : { pid }) };
  const { session } = await startSession(lab.app, request, () => nativeId);
  await record(lab, session, 'prompt.submitted', { text: 'Correct the spring tide of the north pier' });
  return session;
}

export async function record(lab: Lab, session: SessionId, type: EventType, data: object): Promise<void> {
  const request = { session, type, data: data as Record<string, unknown>, fits: () => true };
  const outcome = await recordEvent(lab.app, request);
  if (outcome.kind !== 'recorded') throw new Error(outcome.refusal.code);
}

let calls = 0;

/** A tool call that ended; loom digests the files that it touched. */
export async function tool(
  lab: Lab,
  session: SessionId,
  name: string,
  touched: readonly (readonly [path: string, access: 'read' | 'write'])[] = [],
): Promise<void> {
  calls += 1;
  const paths = touched.map(([path, access]) => ({
    path: path.startsWith('/') ? path : join(lab.repo, path),
    access,
  }));
  await record(lab, session, 'tool.completed', { callId: `call_${calls}`, name, touched: paths });
}

/** Reads a file as the session. */
export async function read(lab: Lab, session: SessionId, path: string): Promise<void> {
  await tool(lab, session, 'Read', [[path, 'read']]);
}

/** Writes a file as the session. */
export async function edit(lab: Lab, session: SessionId, path: string, text: string): Promise<void> {
  write(lab, path, text);
  await tool(lab, session, 'Edit', [[path, 'write']]);
}

/** Runs something in the session's shell. */
export async function shell(lab: Lab, session: SessionId, action: () => void = () => undefined): Promise<void> {
  action();
  await tool(lab, session, 'Bash');
}

export async function close(lab: Lab, session: SessionId): Promise<void> {
  await closeSession(lab.app, session);
}

/** Examines a session as one who stands in the folder of the app and prints the context. */
export async function examine(
  lab: Lab,
  session: SessionId,
  question: Partial<ResumeQuestion> = {},
): Promise<ExaminedResume> {
  const scope = { all: false, project: null } as const;
  const outcome = await examineResume(lab.app, session, { scope, printed: true, ...question });
  if (outcome.kind !== 'examined') throw new Error(outcome.refusal.code);
  return outcome.examined;
}

/** Records a resume that accepts some findings, as the command does. */
export async function resume(lab: Lab, session: SessionId, accept: readonly string[] = []): Promise<ExaminedResume> {
  const examined = await examine(lab, session);
  const decision = decideResume(examined.judgement, { accept: new Set(accept), strict: false });
  if (decision.effect !== 'proceeds') throw new Error(decision.open.map(({ code }) => code).join());
  const events = makeResumeEvents(lab.app, { examined, accepted: decision.accepted, tokens: 0 });
  await recordResume(lab.app, session, events);
  lab.app.readModel.catchUp();
  return examined;
}

/** Codes of what was found, each once. */
export function codesOf({ judgement }: ExaminedResume): readonly string[] {
  return [...new Set(judgement.findings.map(({ code }) => code))];
}

/** Puts the agent's own records of a session where it would, and imports them. */
export async function importRecords(
  lab: Lab,
  nativeId: string,
  records: readonly Readonly<Record<string, unknown>>[],
): Promise<SessionId> {
  const path = join(lab.home, '.claude', 'projects', 'tides', `${nativeId}.jsonl`);
  write(lab, path, records.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const { files } = findSources(lab.app, claudeCodeImporter, { paths: [path] });
  await importSessions(lab.app, { importer: claudeCodeImporter, files, dryRun: false, revive: false });
  lab.app.readModel.catchUp();
  return deriveSessionId('claude-code', nativeId, lab.app.sha256);
}

/** One record of the agent, so many seconds after the present moment. */
export function agentRecord(
  lab: Lab,
  nativeId: string,
  { n, content, seconds = 0 }: { readonly n: number; readonly content: unknown; readonly seconds?: number },
): Readonly<Record<string, unknown>> {
  const role = n % 2 === 0 ? 'user' : 'assistant';
  return {
    type: role,
    uuid: `${nativeId}-${n}`,
    parentUuid: n === 0 ? null : `${nativeId}-${n - 1}`,
    isSidechain: false,
    sessionId: nativeId,
    cwd: lab.repo,
    version: '2.1.150',
    gitBranch: 'main',
    timestamp: new Date(Date.now() + seconds * 1000).toISOString(),
    message: { role, content, ...(role === 'assistant' ? { model: 'claude-harbour-1' } : {}) },
  };
}
