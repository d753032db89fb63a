import { countOf } from '../kernel/count-of.ts';
import { shellLine } from '../kernel/shell-word.ts';
import { type JudgedPath, type PathOutcome, pathShown } from './path-outcomes.ts';
import type { ResumeFacts } from './resume-facts.ts';
import { type Finding, type FindingCode, makeFinding } from './resume-finding.ts';

/** Paths that an evidence command names; more of them are left to the list. */
const MOST_NAMED = 20;

const WORDS = {
  'path-changed': 'changed since',
  'path-deleted': 'are gone',
  'path-renamed': 'have another name now',
  'changed-within-session': 'differ from what it last saw of them, and did so before it ended',
  'changed-within-session-by-tool': 'were changed by its own shell or a formatter after it last saw them',
} as const satisfies Partial<Record<FindingCode, string>>;

type Told = keyof typeof WORDS;

function codeOf(outcome: PathOutcome, opaque: boolean): Told | undefined {
  switch (outcome) {
    case 'changed':
      return 'path-changed';
    case 'deleted':
      return 'path-deleted';
    case 'renamed':
      return 'path-renamed';
    case 'within-session':
      return opaque ? 'changed-within-session-by-tool' : 'changed-within-session';
    default:
      return undefined;
  }
}

function digestWords(paths: readonly JudgedPath[]): string {
  const told = paths.slice(0, MOST_NAMED).map(({ baseline, before, after, to }) => {
    const became = to === undefined ? (after ?? 'gone') : `now ${to}`;
    return `${pathShown(baseline)} ${before ?? 'as committed then'} → ${became}`;
  });
  return `digests: ${told.join('; ')}`;
}

/** A git command where git can show the difference, else the digests. */
function evidenceOf(facts: ResumeFacts, paths: readonly JudgedPath[]): string {
  const head = facts.worktree?.known.git?.head;
  const root = facts.now?.where.root;
  const named = paths.flatMap(({ baseline }) => baseline.inRoot ?? []).slice(0, MOST_NAMED);
  if (head === undefined || root === undefined || named.length === 0) return digestWords(paths);
  if (facts.worktree?.comparison.head === 'gone') return digestWords(paths);
  return shellLine(['git', '-C', root, 'diff', '--stat', head, '--', ...named]);
}

function findingOf(
  facts: ResumeFacts,
  group: { readonly code: Told; readonly access: 'read' | 'edit'; readonly paths: readonly JudgedPath[] },
): Finding {
  const { code, access, paths } = group;
  const [only] = paths;
  const digests =
    paths.length !== 1 || only === undefined
      ? {}
      : {
          ...(only.before === undefined ? {} : { before: only.before }),
          ...(only.after === undefined && only.to === undefined ? {} : { after: only.to ?? only.after ?? '' }),
        };
  return makeFinding(code, {
    message: `${countOf(paths.length, 'file')} that it ${access === 'edit' ? 'edited' : 'read'} ${WORDS[code]}`,
    access,
    paths: paths.map(({ baseline }) => pathShown(baseline)),
    ...digests,
    evidence: evidenceOf(facts, paths),
  });
}

/** Judges the files that the session read or edited, reads and edits told apart. */
export function judgePaths(facts: ResumeFacts, touched: readonly JudgedPath[]): readonly Finding[] {
  const opaque = facts.baselines.opaqueTools.length > 0;
  const groups = new Map<string, { code: Told; access: 'read' | 'edit'; paths: JudgedPath[] }>();
  for (const judged of touched) {
    const code = codeOf(judged.outcome, opaque);
    if (code === undefined) continue;
    const { access } = judged.baseline;
    const group = groups.get(`${code} ${access}`) ?? { code, access, paths: [] };
    group.paths.push(judged);
    groups.set(`${code} ${access}`, group);
  }
  return [...groups.values()].map((group) => findingOf(facts, group));
}
