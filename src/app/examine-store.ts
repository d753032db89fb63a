import { ambiguousProjects } from '../domain/project-match.ts';
import { countOf } from '../kernel/count-of.ts';
import { sessionOfStream } from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import type { AppContext } from './context.ts';
import type { StoreCare, StoreFinding } from './ports/store-care.ts';
import { surveyAgents } from './survey-agents.ts';

/** One line of `loom doctor`. */
export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'problem';
  readonly detail: string;
  /** A command that runs as printed, or advice. */
  readonly fix?: string;
}

/** A failure that nobody was told of when it happened: a hook must not disturb its agent. */
export interface NotedFailure {
  readonly at: string;
  /** What was being done, e.g. `hook claude-code`. */
  readonly task: string;
  readonly code: string;
  readonly message: string;
  /** The log that it is in. */
  readonly file: string;
}

export interface Examination {
  readonly ok: boolean;
  readonly checks: readonly Check[];
  /** Sessions with times that cannot be right. */
  readonly timeWarnings: number;
  /** Sessions of the journal that the index does not have. */
  readonly missingFromIndex: number;
}

/** Files that say which store this is are made anew by a repair. */
const REPAIRABLE: ReadonlySet<string> = new Set(['missing-file', 'store-file-damaged', 'store-key-damaged']);

function fixOf(finding: StoreFinding, home: string | undefined): string | undefined {
  if (REPAIRABLE.has(finding.code)) return 'loom journal repair';
  if (!finding.code.includes('mode') && finding.code !== 'readable-by-others') return 'loom journal verify';
  // One command for all modes; an owner or a list is mended file by file.
  if (home === undefined || !/can be (?:read|written) by/.test(finding.detail)) return finding.fix;
  return `chmod -R go-rwx '${home.replaceAll("'", `'\\''`)}'`;
}

function fileChecks(findings: readonly StoreFinding[], home: string | undefined): readonly Check[] {
  const bad = findings.filter((finding) => finding.severity !== 'info');
  if (bad.length === 0) return [{ name: 'files', status: 'ok', detail: 'owner, modes and kinds are right' }];
  return bad.map((finding) => {
    const fix = fixOf(finding, home);
    return {
      name: 'files',
      status: finding.severity === 'error' ? 'problem' : 'warning',
      detail: `${finding.file} ${finding.detail.replace(': loom journal repair', '')}`,
      ...(fix === undefined ? {} : { fix }),
    };
  });
}

interface JournalTally {
  readonly sessions: ReadonlySet<string>;
  readonly damaged: number;
  readonly unknown: number;
}

function tallyJournal(app: AppContext): JournalTally {
  const sessions = new Set<string>();
  let damaged = 0;
  let unknown = 0;
  for (const entry of app.journal.read()) {
    if (entry.kind === 'damage') damaged += 1;
    else if (entry.kind === 'unknown') unknown += 1;
    else if (sessionOfStream(entry.event.stream) !== undefined) sessions.add(entry.event.stream);
  }
  return { sessions, damaged, unknown };
}

function journalChecks({ damaged, unknown }: JournalTally): readonly Check[] {
  const checks: Check[] = [];
  if (damaged > 0)
    checks.push({
      name: 'journal',
      status: 'problem',
      detail: `${damaged} damaged places`,
      fix: 'loom journal repair',
    });
  if (unknown > 0)
    checks.push({
      name: 'journal',
      status: 'warning',
      detail: `${countOf(unknown, 'event')} of a newer loom`,
      fix: 'update loom',
    });
  return checks.length > 0 ? checks : [{ name: 'journal', status: 'ok', detail: 'every line reads' }];
}

function indexCheck(app: AppContext, missing: number): Check {
  const status = app.readModel.status();
  if (missing > 0)
    return {
      name: 'index',
      status: 'warning',
      detail: `${countOf(missing, 'session is', 'sessions are')} missing from it`,
      fix: 'loom index rebuild',
    };
  if (status.kind === 'memory' && status.reason !== null)
    return {
      name: 'index',
      status: 'warning',
      detail: `lives in memory (${status.reason})`,
      fix: 'loom index rebuild',
    };
  return { name: 'index', status: 'ok', detail: `${countOf(status.sessions, 'session')}, ${status.built}` };
}

function agentChecks(app: AppContext): readonly Check[] {
  return surveyAgents(app).map((agent) => {
    if (agent.expiring > 0) {
      return {
        name: agent.agent,
        status: 'warning',
        detail: `${countOf(agent.expiring, 'session')} not kept yet will be deleted by the agent within a week`,
        fix: `loom import ${agent.agent}`,
      };
    }
    if (agent.unread > 0) {
      return {
        name: agent.agent,
        status: 'warning',
        detail: `${agent.unread} of its folders and files cannot be looked at; ${countOf(agent.files, 'session file')}, ${agent.notKept} not kept`,
        fix: `loom import ${agent.agent} --dry-run`,
      };
    }
    const retention = agent.retentionDays === null ? '' : `; it deletes sessions after ${agent.retentionDays} days`;
    return {
      name: agent.agent,
      status: 'ok',
      detail: `${countOf(agent.files, 'session file')}, ${agent.notKept} not kept${retention}`,
    };
  });
}

function timeCheck(suspects: number): Check {
  if (suspects === 0) return { name: 'times', status: 'ok', detail: 'all plausible' };
  return {
    name: 'times',
    status: 'warning',
    detail: `${countOf(suspects, 'session has', 'sessions have')} times that cannot be right; lists use the last plausible one`,
  };
}

function projectChecks(app: AppContext): readonly Check[] {
  return ambiguousProjects(app.readModel.projects()).map(({ project, candidates }) => ({
    name: 'projects',
    status: 'warning',
    detail: `project ${project} may be the same as ${candidates.join(' or ')}`,
    fix: candidates[0] === undefined ? 'loom project list' : `loom project merge ${project} ${candidates[0]}`,
  }));
}

/** Failures of hooks are worth a warning for so long, in milliseconds. */
const RECENT = 7 * 24 * 60 * 60_000;

function hookChecks(app: AppContext, failures: readonly NotedFailure[]): readonly Check[] {
  const since = formatInstant(app.clock() - RECENT);
  const recent = failures.filter(({ at }) => at >= since).sort((one, other) => (one.at < other.at ? -1 : 1));
  const last = recent.at(-1);
  if (last === undefined) return [{ name: 'hooks', status: 'ok', detail: 'no failure was noted in the last 7 days' }];
  const { at, task, code, message, file } = last;
  return [
    {
      name: 'hooks',
      status: 'warning',
      detail: `${recent.length} failures were noted in the last 7 days; the last at ${at}: ${task}, ${code}: ${message}`,
      fix: `all of them are in ${file}`,
    },
  ];
}

/** Examines the store, its index, the agents' folders and the configuration. Changes nothing. */
export function examineStore(app: AppContext, care: StoreCare, failures: readonly NotedFailure[] = []): Examination {
  const tally = tallyJournal(app);
  app.readModel.catchUp();
  const suspects = app.readModel
    .list({ anyArchived: true, includeSubagents: true })
    .filter((view) => view.timeSuspect).length;
  const missing = Math.max(0, tally.sessions.size - app.readModel.status().sessions);
  const checks = [
    ...fileChecks(care.checkFiles(), care.home),
    ...journalChecks(tally),
    indexCheck(app, missing),
    ...projectChecks(app),
    timeCheck(suspects),
    ...hookChecks(app, failures),
    ...agentChecks(app),
    ...disabledCheck(app),
  ];
  return {
    ok: checks.every((check) => check.status !== 'problem'),
    checks,
    timeWarnings: suspects,
    missingFromIndex: missing,
  };
}

function disabledCheck(app: AppContext): readonly Check[] {
  const value = app.env['LOOM_DISABLED'];
  if (value === undefined || value === '' || value === '0') return [];
  return [
    {
      name: 'recording',
      status: 'warning',
      detail: 'LOOM_DISABLED is set: loom keeps nothing',
      fix: 'unset LOOM_DISABLED',
    },
  ];
}
