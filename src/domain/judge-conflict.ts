import { shellLine } from '../kernel/shell-word.ts';
import type { ResumeFacts, RunningFacts } from './resume-facts.ts';
import { type Finding, makeFinding } from './resume-finding.ts';

/** After this much silence a process that lives is no proof that the session goes on in it. */
const SILENCE_MINUTES = 30;

/** A bisect changes no file that a person has to resolve; the others leave half-made commits behind. */
const CONFLICTING = new Set(['merge', 'rebase', 'cherry-pick', 'revert', 'am']);

function judgeOperation({ now }: ResumeFacts): readonly Finding[] {
  const git = now?.git ?? null;
  if (git === null || now === null) return [];
  const root = now.where.root ?? now.where.cwd;
  const found: Finding[] = [];
  if (git.operation !== undefined && CONFLICTING.has(git.operation)) {
    found.push(
      makeFinding('operation-in-progress', {
        message: `a ${git.operation} is in progress in ${root}`,
        after: git.operation,
        evidence: shellLine(['git', '-C', root, 'status']),
        needs: `the ${git.operation} finished or given up: ${shellLine(['git', '-C', root, git.operation, '--abort'])}`,
      }),
    );
  }
  const unmerged = git.unmerged ?? [];
  if (unmerged.length > 0) {
    found.push(
      makeFinding('unmerged-paths', {
        message: `${unmerged.length} paths have conflicts that nobody has resolved`,
        paths: unmerged,
        evidence: shellLine(['git', '-C', root, 'diff', '--name-only', '--diff-filter=U']),
        needs: 'the conflicts resolved',
      }),
    );
  }
  return found;
}

/** The process in words that a person can look up. */
function runningShown({ mark }: RunningFacts): string {
  return `process ${mark.pid} on ${mark.host}`;
}

function judgeRunning({ running, baselines, session, digest }: ResumeFacts): readonly Finding[] {
  if (running === null || running.look !== 'alive' || running.isAncestor) return [];
  if (baselines.ended || running.followedBy !== null) return [];
  const { mark } = running;
  const evidence = shellLine(['ps', '-o', 'pid,lstart,args', '-p', String(mark.pid)]);
  const after = digest(JSON.stringify([mark.host, mark.boot ?? '', mark.pid, mark.started ?? '']));
  if (running.silentMinutes >= SILENCE_MINUTES) {
    const message = `${runningShown(running)} in which it ran is alive, but it was silent for ${running.silentMinutes} minutes`;
    return [makeFinding('maybe-live', { message, after, evidence })];
  }
  return [
    makeFinding('live-elsewhere', {
      message: `it goes on elsewhere: ${runningShown(running)} is alive and no end was seen`,
      after,
      evidence,
      needs: `its end there, or a copy: loom sessions fork ${session}`,
    }),
  ];
}

/** Judges what another person or process is in the middle of. */
export function judgeConflict(facts: ResumeFacts): readonly Finding[] {
  return [...judgeOperation(facts), ...judgeRunning(facts)];
}
