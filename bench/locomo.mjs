// Reads a file in the shape of the LoCoMo data set and writes its conversations as transcripts.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const EPOCH = Date.UTC(2026, 0, 1, 9);
const DAY = 86_400_000;

function sessionsOf(conversation) {
  return Object.keys(conversation)
    .filter((name) => /^session_\d+$/.test(name) && Array.isArray(conversation[name]))
    .sort((a, b) => Number(a.slice(8)) - Number(b.slice(8)))
    .map((name) => ({ number: Number(name.slice(8)), turns: conversation[name] }));
}

/** Samples of a parsed file: an array of them or one; `conversation` may be the sample itself. Questions without evidence are left out. */
export function readLocomo(parsed) {
  const samples = Array.isArray(parsed) ? parsed : [parsed];
  return samples.map((sample, index) => {
    const sessions = sessionsOf(sample.conversation ?? sample);
    const known = new Set(sessions.flatMap(({ turns }) => turns.map(({ dia_id }) => dia_id)));
    // Some files put several ids into one string.
    const idsOf = (evidence) => (evidence ?? []).flatMap((one) => String(one).match(/D\d+:\d+/g) ?? []);
    const questions = (sample.qa ?? [])
      .map(({ question, evidence, category }) => ({
        question,
        category,
        evidence: idsOf(evidence).filter((id) => known.has(id)),
      }))
      .filter(({ question, evidence }) => typeof question === 'string' && evidence.length > 0);
    return { name: String(sample.sample_id ?? index + 1), sessions, questions };
  });
}

function record({ session, turn, at, cwd, parent, isFirst }) {
  const text = `${turn.speaker}: ${turn.text ?? ''}`;
  const common = {
    parentUuid: parent,
    isSidechain: false,
    userType: 'external',
    cwd,
    sessionId: session,
    version: '2.1.0',
    uuid: turn.dia_id,
    timestamp: at,
  };
  return isFirst
    ? { ...common, type: 'user', message: { role: 'user', content: text } }
    : {
        ...common,
        type: 'assistant',
        message: {
          id: `msg_${turn.dia_id}`,
          type: 'message',
          role: 'assistant',
          model: 'talk-1',
          content: [{ type: 'text', text }],
        },
      };
}

/** Writes one transcript per session below `folder`; each sample is a project of its own. Returns the folder of each sample. */
export function writeTranscripts(samples, folder) {
  return samples.map(({ name, sessions }, index) => {
    const cwd = `/talks/${name.replace(/[^A-Za-z0-9-]/g, '-')}-${index}`;
    const place = join(folder, 'projects', cwd.replaceAll('/', '-'));
    mkdirSync(place, { recursive: true });
    const first = sessions[0]?.turns[0]?.speaker;
    for (const { number, turns } of sessions) {
      const session = `${String(index).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
      const lines = turns.map((turn, at) =>
        JSON.stringify(
          record({
            session,
            turn,
            cwd,
            isFirst: turn.speaker === first,
            parent: turns[at - 1]?.dia_id ?? null,
            at: new Date(EPOCH + number * DAY + at * 60_000).toISOString(),
          }),
        ),
      );
      writeFileSync(join(place, `${session}.jsonl`), `${lines.join('\n')}\n`);
    }
    return cwd;
  });
}
