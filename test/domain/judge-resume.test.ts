import { expect, test } from 'vitest';
import { judgeResume, sortFindings } from '../../src/domain/judge-resume.ts';
import { confirmationKey, type ResumeFacts } from '../../src/domain/resume-facts.ts';
import { FINDING_RULES, type FindingCode } from '../../src/domain/resume-finding.ts';
import type { LeftOut } from '../../src/events/snapshot-data.ts';
import {
  baselines,
  compared,
  comparison,
  gitState,
  grant,
  NEXT,
  pathsOf,
  policyFile,
  ROOT,
  readyFacts,
  snapshot,
  touched,
  worktree,
} from './resume-facts-fixture.ts';

const SHELL = { name: 'Bash', kind: 'shell', calls: 3 } as const;
const MARK = { host: 'quay', boot: 'b1', pid: 4711, started: '99' };
const CHANGED = new Map([[`${ROOT}/gauge.ts`, { state: 'file', digest: 'other' } as const]]);

function alive(silentMinutes: number): Partial<ResumeFacts> {
  return {
    running: { mark: MARK, look: 'alive', isAncestor: false, followedBy: null, silentMinutes },
    baselines: baselines({ ended: false, process: MARK }),
  };
}

function place(more: Partial<ResumeFacts['place']>): Partial<ResumeFacts> {
  return { place: { ...readyFacts().place, ...more } };
}

function provider(more: Partial<ResumeFacts['provider']>): Partial<ResumeFacts> {
  return { provider: { ...readyFacts().provider, ...more } };
}

function transcript(more: Partial<ResumeFacts['transcript']>): Partial<ResumeFacts> {
  return { transcript: { ...readyFacts().transcript, ...more } };
}

function policy(before: Parameters<typeof snapshot>[0], now: Parameters<typeof snapshot>[0]): Partial<ResumeFacts> {
  const { at } = snapshot();
  return {
    baselines: baselines({ policy: { snapshot: snapshot(before), occasion: 'start', at } }),
    now: snapshot(now),
  };
}

function elsewhere(tools: readonly (typeof SHELL)[]): Partial<ResumeFacts> {
  const paths = [compared('pier.ts', 'changed')];
  return {
    baselines: baselines({ opaqueTools: tools }),
    worktree: worktree({ comparison: comparison({ head: 'ahead', commits: [], commitCount: 1, paths }) }),
  };
}

function withinSession(tools: readonly (typeof SHELL)[]): Partial<ResumeFacts> {
  const later = { at: snapshot().at, occasion: 'close', digest: 'other' } as const;
  return {
    baselines: baselines({ ...pathsOf(touched('gauge.ts', { later })), opaqueTools: tools }),
    contents: CHANGED,
  };
}

const own = pathsOf(touched('gauge.ts', { access: 'edit' }));
const unchanged = new Map([[`${ROOT}/gauge.ts`, { state: 'file', digest: 'then gauge.ts' } as const]]);
const moved = { head: 'ahead', commits: [{ id: NEXT, subject: 'spring tide', at: null }], commitCount: 1 } as const;
const left: LeftOut = { code: 'dirty-paths', count: 12 };

/** For each code, facts that lead to it and to nothing else that is worse. */
const CASES: Readonly<Record<FindingCode, Partial<ResumeFacts>>> = {
  'newer-record': transcript({ newer: 2 }),
  'other-project': place({ here: { path: '/home/ada/lighthouse', standing: 'other', inGit: true } }),
  'project-missing': { ...place({ standing: 'gone', chosen: null }), now: null, worktree: null },
  'project-unconfirmed': place({ unconfirmed: true }),
  'operation-in-progress': { now: snapshot({ git: gitState({ operation: 'merge' }) }) },
  'unmerged-paths': { now: snapshot({ git: gitState({ unmerged: ['gauge.ts'] }) }) },
  'live-elsewhere': alive(2),
  'grant-widened': policy({ grants: [grant()] }, { grants: [grant({ allow: ['Bash(rm:*)'] })] }),
  'program-changed': policy(
    { grants: [grant()] },
    { grants: [grant({ programs: [{ kind: 'server', name: 'tides', shown: 'npx tides', digest: 'd' }] })] },
  ),
  'instructions-changed': policy(
    { policy: [policyFile('AGENTS.md', 'm1')] },
    { policy: [policyFile('AGENTS.md', 'm2')] },
  ),
  'model-missing': provider({ models: ['claude-lagoon'] }),
  'agent-missing': provider({ program: null }),
  'agent-substituted': provider({ agent: { original: 'claude-code', selected: 'codex' } }),
  'model-substituted': provider({ model: { original: 'claude-harbour-1', selected: 'claude-lagoon' } }),
  'effort-substituted': provider({ effort: { original: 'high', selected: 'low' } }),
  'path-changed': { baselines: baselines(pathsOf(touched('gauge.ts'))), contents: CHANGED },
  'path-deleted': {
    baselines: baselines(pathsOf(touched('gauge.ts'))),
    contents: new Map([[`${ROOT}/gauge.ts`, { state: 'gone' }]]),
  },
  'path-renamed': {
    baselines: baselines(pathsOf(touched('gauge.ts'))),
    contents: new Map([[`${ROOT}/gauge.ts`, { state: 'gone' }]]),
    worktree: worktree({ comparison: comparison({ paths: [compared('tide.ts', 'renamed', { from: 'gauge.ts' })] }) }),
  },
  'changed-within-session': withinSession([]),
  'changed-elsewhere': elsewhere([SHELL]),
  'head-moved': elsewhere([SHELL]),
  'branch-changed': { now: snapshot({ git: gitState({ branch: 'harbour' }) }) },
  'history-rewritten': { worktree: worktree({ comparison: comparison({ head: 'gone' }) }) },
  'cwd-substituted': place({ standing: 'gone', chosen: '/home/ada/other' }),
  'grant-narrowed': policy({ grants: [grant({ allow: ['Bash(rm:*)'] })] }, { grants: [grant()] }),
  'settings-changed': policy(
    { policy: [policyFile('.claude/settings.json', 'm1', { kind: 'settings' })] },
    { policy: [policyFile('.claude/settings.json', 'm2', { kind: 'settings' })] },
  ),
  'transcript-behind': transcript({ behindBytes: 1200 }),
  'memory-superseded': { lapsedMemories: [{ id: 'm1', status: 'superseded', successor: 'm2' }] },
  'maybe-live': alive(31),
  'baseline-unknown': { baselines: baselines({ policy: null }) },
  'baseline-partial': { worktree: worktree({ comparison: comparison({ left: [left] }) }) },
  'baseline-inferred': { worktree: worktree({ base: 'inferred', evidence: 'a reflog line' }) },
  'transcript-damaged': transcript({ damaged: 1, malformedLines: [17] }),
  'transcript-empty': transcript({ empty: true }),
  'committed-since': { worktree: worktree({ comparison: comparison(moved) }) },
  'own-changes': {
    baselines: baselines(own),
    contents: unchanged,
    worktree: worktree({ comparison: comparison({ paths: [compared('gauge.ts', 'changed')] }) }),
  },
  'changed-within-session-by-tool': withinSession([SHELL]),
  'changed-elsewhere-untouched': elsewhere([]),
  'policy-reformatted': policy(
    { policy: [policyFile('opencode.json', 'm', { kind: 'settings' })] },
    { policy: [policyFile('opencode.json', 'm', { kind: 'settings', bytes: 'b2' })] },
  ),
  'loom-block-changed': policy(
    { policy: [policyFile('AGENTS.md', 'm')] },
    { policy: [policyFile('AGENTS.md', 'm', { bytes: 'b2' })] },
  ),
};

test('a session of which everything is as it was is ready, without a finding', () => {
  expect(judgeResume(readyFacts())).toEqual({ verdict: 'ready', findings: [], changed: 0, notKnown: 0 });
});

test.each(Object.entries(CASES))('%s is found, weighed by the table, and can be checked by hand', (code, facts) => {
  const { verdict, findings } = judgeResume(readyFacts(facts));
  const rule = FINDING_RULES[code as FindingCode];
  const found = findings.find((finding) => finding.code === code);
  expect(found).toMatchObject({ severity: rule.severity });
  expect(found?.evidence).not.toBe('');
  expect(verdict).toBe(rule.severity === 'info' ? 'ready' : rule.severity);
});

test('nothing that is not known, partial or inferred is ever ready', () => {
  const unknowing: readonly FindingCode[] = ['baseline-unknown', 'baseline-partial', 'baseline-inferred'];
  for (const code of unknowing) expect(FINDING_RULES[code].severity).toBe('ready-with-stale-context');
  const cases: readonly Partial<ResumeFacts>[] = [
    { worktree: null },
    { baselines: baselines({ head: null }), worktree: null },
    { worktree: worktree({ dirtyKnown: false }) },
    { worktree: worktree({ comparison: comparison({ head: 'unknown' }) }) },
    { worktree: worktree({ comparison: comparison({ paths: [compared('big.bin', 'unknown')] }) }) },
    { now: snapshot({ left: [left] }) },
    {
      baselines: baselines({ policy: { snapshot: snapshot({ left: [left] }), occasion: 'start', at: snapshot().at } }),
    },
    { baselines: baselines({ policy: { snapshot: snapshot(), occasion: 'resume', at: snapshot().at } }) },
    {
      baselines: baselines(pathsOf(touched('gauge.ts', { source: 'unknown', digest: undefined as never }))),
      contents: CHANGED,
    },
    { baselines: baselines(pathsOf(touched('gauge.ts'))), contents: new Map() },
    {
      baselines: baselines(pathsOf(touched('gauge.ts'))),
      contents: new Map([[`${ROOT}/gauge.ts`, { state: 'unreadable' }]]),
    },
    { now: snapshot({ git: null }), worktree: null },
    {
      baselines: baselines({
        opaqueTools: [SHELL],
        head: {
          where: snapshot().where,
          snapshot: snapshot({ git: null }),
          occasion: 'close',
          at: snapshot().at,
          inferred: false,
        },
      }),
      now: snapshot({ git: null }),
      worktree: null,
    },
  ];
  for (const facts of cases) expect(judgeResume(readyFacts(facts)).verdict).not.toBe('ready');
});

test.each(['time', 'git-failed', 'git-missing'] as const)('a git that told nothing (%s) rewrote no history', (code) => {
  const now = snapshot({ git: null, left: [{ code, count: 1 }] });
  const head = {
    where: snapshot().where,
    snapshot: snapshot(),
    occasion: 'close' as const,
    at: snapshot().at,
    inferred: false,
  };
  const { verdict, findings } = judgeResume(readyFacts({ baselines: baselines({ head }), now, worktree: null }));
  const codes = findings.map((finding) => finding.code);
  expect(verdict).toBe('ready-with-stale-context');
  expect(codes).toContain('baseline-unknown');
  expect(codes).not.toContain('history-rewritten');
});

test('the order in which files are met changes nothing', () => {
  const names = ['z.ts', 'a.ts', 'm.ts', 'é.ts', 'B.ts'];
  const judged = [names, [...names].reverse()].map((order) => {
    const contents = new Map(order.map((name) => [`${ROOT}/${name}`, { state: 'file', digest: 'other' } as const]));
    const paths = pathsOf(...order.map((name) => touched(name, { access: name === 'm.ts' ? 'edit' : 'read' })));
    const grants = order.map((name) => grant({ source: name, allow: ['Bash'] }));
    return judgeResume(readyFacts({ baselines: baselines(paths), contents, now: snapshot({ grants }) }));
  });
  expect(judged[0]).toEqual(judged[1]);
  const { findings } = judged[0] ?? { findings: [] };
  expect(sortFindings([...findings].reverse())).toEqual(findings);
});

test('worst first: a conflict outweighs a review, a review a substitution, a substitution what is stale', () => {
  const all = readyFacts({
    ...CASES['path-changed'],
    ...CASES['agent-missing'],
    now: snapshot({ git: gitState({ operation: 'rebase' }), grants: [grant({ allow: ['Bash'] })] }),
  });
  const severities = judgeResume(all).findings.map(({ severity }) => severity);
  expect(severities).toEqual([
    'blocked-by-conflict',
    'capability-review-required',
    'provider-substitution-required',
    'ready-with-stale-context',
  ]);
});

test('a confirmation holds for exactly the state that was confirmed', () => {
  const facts = CASES['grant-widened'];
  const [found] = judgeResume(readyFacts(facts)).findings;
  const confirmed = new Set([confirmationKey('grant-widened', found?.after ?? '')]);
  expect(judgeResume(readyFacts({ ...facts, confirmed })).verdict).toBe('ready');
  const more = policy({ grants: [grant()] }, { grants: [grant({ allow: ['Bash(rm:*)', 'Write'] })] });
  expect(judgeResume(readyFacts({ ...more, confirmed })).verdict).toBe('capability-review-required');
});

test('more than fifty paths are counted and the first fifty named', () => {
  const names = Array.from({ length: 60 }, (_, index) => `f${String(index).padStart(2, '0')}.ts`);
  const contents = new Map(names.map((name) => [`${ROOT}/${name}`, { state: 'gone' } as const]));
  const [found] = judgeResume(
    readyFacts({ baselines: baselines(pathsOf(...names.map((name) => touched(name)))), contents }),
  ).findings;
  expect(found?.pathCount).toBe(60);
  expect(found?.paths).toHaveLength(50);
});

test('reads and edits are told apart', () => {
  const paths = pathsOf(touched('gauge.ts'), touched('pier.ts', { access: 'edit' }));
  const contents = new Map(
    ['gauge.ts', 'pier.ts'].map((name) => [`${ROOT}/${name}`, { state: 'file', digest: 'other' } as const]),
  );
  const { findings } = judgeResume(readyFacts({ baselines: baselines(paths), contents }));
  expect(findings.map(({ access, paths: named }) => [access, named])).toEqual([
    ['edit', ['pier.ts']],
    ['read', ['gauge.ts']],
  ]);
});

test('a process that is an ancestor, ended, elsewhere, unknown or followed by another session blocks nothing', () => {
  const live = alive(1);
  const { running } = live;
  const harmless: readonly Partial<ResumeFacts>[] = [
    { ...live, running: { ...running, isAncestor: true } as never },
    { ...live, running: { ...running, look: 'gone' } as never },
    { ...live, running: { ...running, look: 'elsewhere' } as never },
    { ...live, running: { ...running, look: 'unknown' } as never },
    { ...live, running: { ...running, followedBy: readyFacts().session } as never },
    { ...live, baselines: baselines({ ended: true, process: MARK }) },
  ];
  for (const facts of harmless) expect(judgeResume(readyFacts(facts)).verdict).toBe('ready');
});

test('settings of another agent at the user level do not count; those of the agent that goes on do', () => {
  const codex = grant({ agent: 'codex', level: 'user', source: '~/.codex/config.toml', mode: 'never' });
  const before = policy({}, { grants: [codex] });
  expect(judgeResume(readyFacts(before)).verdict).toBe('ready');
  const switched = provider({ agent: { original: 'claude-code', selected: 'codex' } });
  expect(judgeResume(readyFacts({ ...before, ...switched })).verdict).toBe('capability-review-required');
});
