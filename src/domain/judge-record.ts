import { shellLine } from '../kernel/shell-word.ts';
import type { ResumeFacts } from './resume-facts.ts';
import { type Finding, makeFinding } from './resume-finding.ts';

function judgeTranscript({ transcript, session }: ResumeFacts): readonly Finding[] {
  const found: Finding[] = [];
  if (transcript.damaged > 0) {
    const lines = transcript.malformedLines.length === 0 ? '' : `: lines ${transcript.malformedLines.join(', ')}`;
    found.push(
      makeFinding('transcript-damaged', {
        message: `${transcript.damaged} of its records cannot be read${lines}; what they said is not in the context`,
        evidence: `loom sessions show ${session}`,
      }),
    );
  }
  if (transcript.empty) {
    const message = transcript.imported
      ? 'nothing of its conversation could be kept'
      : 'nothing of a conversation was recorded; only its snapshots are known';
    found.push(makeFinding('transcript-empty', { message, evidence: `loom sessions show ${session}` }));
  }
  if (transcript.behindBytes > 0 && transcript.sourcePath !== null) {
    found.push(
      makeFinding('transcript-behind', {
        message: `the agent's own file has ${transcript.behindBytes} bytes that are not kept yet`,
        evidence: shellLine(['ls', '-l', transcript.sourcePath]),
        needs: shellLine(['loom', 'import', transcript.sourcePath]),
      }),
    );
  }
  return found;
}

function judgeMemories({ lapsedMemories }: ResumeFacts): readonly Finding[] {
  return lapsedMemories.map(({ id, status, successor }) =>
    makeFinding('memory-superseded', {
      message: `memory ${id} that it was shown is ${status}${successor === null ? '' : `; ${successor} holds now`}`,
      before: id,
      ...(successor === null ? {} : { after: successor }),
      evidence: `loom memory show ${successor ?? id}`,
    }),
  );
}

/** Judges what is kept of the conversation itself, and the memory it was shown. */
export function judgeRecord(facts: ResumeFacts): readonly Finding[] {
  return [...judgeTranscript(facts), ...judgeMemories(facts)];
}
