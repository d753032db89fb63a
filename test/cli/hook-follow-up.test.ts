import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FOLLOW_UP_VARIABLE } from '../../src/cli/begin-follow-up.ts';
import { FOLLOW_UP_WORD } from '../../src/cli/follow-up-word.ts';
import { until } from '../support/patience.ts';
import { listAll, show } from './support/case-answers.ts';
import { journalLines } from './support/case-files.ts';
import { git, loom, openSandbox, type RunOptions, type Sandbox } from './support/case-sandbox.ts';
import { claudeRecords, nativeId } from './support/claude-fixture.ts';

const SESSION = nativeId(7);

type Fields = Readonly<Record<string, unknown>>;

function send(box: Sandbox, event: string, more: Fields = {}, options: RunOptions = {}): void {
  const payload = { session_id: SESSION, cwd: box.work, hook_event_name: event, ...more };
  const run = loom(box, ['hook', 'claude-code'], { ...options, input: JSON.stringify(payload) });
  expect([run.code, run.stdout, run.stderr]).toEqual([0, '', '']);
}

function transcriptOf(box: Sandbox, session: string): string {
  return join(box.home, '.claude', 'projects', '-work', `${session}.jsonl`);
}

function writeTranscript(box: Sandbox, path: string, session = SESSION, pairs = 2): void {
  mkdirSync(dirname(path), { recursive: true });
  const records = claudeRecords({ sessionId: session, cwd: box.work, pairs, start: '2026-11-29T08:00:00.000Z' });
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

/** Waits for the processes that work on after hooks: until nobody has a turn and the condition holds. */
async function settled(box: Sandbox, isSo: () => boolean): Promise<void> {
  const turns = join(box.store, 'turns');
  const isIdle = () => !existsSync(turns) || readdirSync(turns).length === 0;
  await until(
    () => isSo() && isIdle(),
    () => `nothing came of it: ${journalLines(box.store).map(({ type }) => type)}`,
  );
}

/** Long enough for a process that does nothing to have ended. */
async function pass(box: Sandbox): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await settled(box, () => true);
}

/** What a stop that was the last thing of the session leaves to be done. */
function followUpOfLast(box: Sandbox): Fields {
  const { at, stream } = journalLines(box.store).at(-1) ?? { at: '', stream: '' };
  const session = stream.slice('session/'.length);
  return { session, agent: 'claude-code', nativeId: SESSION, occasion: 'stop', at, cwd: box.work };
}

/** What is kept of the session's transcript by now. */
function keptText(box: Sandbox): string {
  const synced = journalLines(box.store).find(({ type }) => type === 'transcript.synced');
  const session = synced?.stream.slice('session/'.length) ?? '';
  const path = join(box.store, 'transcripts', session.slice(0, 2), `${session}.jsonl`);
  return synced === undefined ? '' : readFileSync(path, 'utf8');
}

const has = (box: Sandbox, type: string) => journalLines(box.store).some((line) => line.type === type);
const whole = (box: Sandbox) =>
  journalLines(box.store).filter(({ type, data }) => type === 'snapshot.taken' && 'document' in data);

describe('what follows the stop of an agent', () => {
  it('keeps exactly the session’s transcript, and a whole snapshot', async () => {
    const box = openSandbox();
    git(box, box.work, 'init', '-q');
    const path = transcriptOf(box, SESSION);
    writeTranscript(box, path);
    writeTranscript(box, transcriptOf(box, nativeId(8)), nativeId(8));
    send(box, 'UserPromptSubmit', { prompt: 'Read tide gauge 0 at the north pier' });
    send(box, 'Stop', { last_assistant_message: 'It shows 3.', transcript_path: path });
    await settled(box, () => has(box, 'transcript.synced') && whole(box).length > 0);
    expect(listAll(box).map((row) => row.nativeId)).toEqual([SESSION]);
    expect(show(box, SESSION).turns.length).toBeGreaterThanOrEqual(2);
    expect(whole(box)).toMatchObject([{ data: { occasion: 'stop' } }]);
  });

  it('finds the transcript of an agent that does not name it', async () => {
    const box = openSandbox();
    writeTranscript(box, transcriptOf(box, SESSION));
    send(box, 'SessionEnd', { reason: 'logout' });
    // Without a start nothing says whose events these are; the transcript does.
    await settled(box, () => has(box, 'transcript.synced'));
    expect(listAll(box)).toMatchObject([{ nativeId: SESSION, status: 'closed' }]);
  });

  it('reads no file of another agent, no link and nothing that is no transcript', async () => {
    const box = openSandbox();
    const foreign = join(
      box.home,
      '.codex',
      'sessions',
      '2026',
      '11',
      '30',
      `rollout-2026-11-30T09-00-00-${SESSION}.jsonl`,
    );
    writeTranscript(box, foreign);
    const elsewhere = join(box.root, 'elsewhere.jsonl');
    writeTranscript(box, elsewhere);
    const link = join(box.root, 'link.jsonl');
    symlinkSync(elsewhere, link);
    const key = join(box.home, 'id_ed25519');
    writeFileSync(key, 'no transcript at all\n');
    const traversing = join(box.home, '.claude', 'projects', '..', '..', '.codex', 'x.jsonl').replace(
      '.codex',
      '../.codex',
    );
    for (const path of [foreign, link, key, traversing, 'relative.jsonl', '/dev/zero', box.home]) {
      send(box, 'Stop', { last_assistant_message: 'Done.', transcript_path: path });
      await pass(box);
    }
    expect(has(box, 'transcript.synced')).toBe(false);
  });

  it('drops the snapshot of a moment that is over', async () => {
    const box = openSandbox();
    git(box, box.work, 'init', '-q');
    // Nothing begins by itself here: what follows the stop is run as late as it may come on a busy machine.
    const quiet = { env: { LOOM_CAPTURE_SYNC: 'off' } };
    send(box, 'UserPromptSubmit', { prompt: 'Raise the tide' }, quiet);
    send(box, 'Stop', { last_assistant_message: 'Raised.' }, quiet);
    const stopped = followUpOfLast(box);
    send(box, 'UserPromptSubmit', { prompt: 'And again' }, quiet);
    const now = followUpOfLast(box);
    for (const [wish, count] of [
      [stopped, 0],
      [now, 1],
    ] as const) {
      const run = loom(box, ['hook', FOLLOW_UP_WORD], { env: { [FOLLOW_UP_VARIABLE]: JSON.stringify(wish) } });
      expect([run.code, whole(box).length]).toEqual([0, count]);
    }
  });

  it('goes on one process at a time, and misses nothing that came meanwhile', async () => {
    const box = openSandbox();
    const path = transcriptOf(box, SESSION);
    writeTranscript(box, path);
    send(box, 'UserPromptSubmit', { prompt: 'Read tide gauge 0 at the north pier' });
    for (let n = 0; n < 5; n += 1)
      send(box, 'Stop', { last_assistant_message: `It shows ${n}.`, transcript_path: path });
    const [more] = claudeRecords({ sessionId: SESSION, cwd: box.work, pairs: 1, seed: 'feedfeed' });
    appendFileSync(path, `${JSON.stringify({ ...more, message: { role: 'user', content: 'one more gauge' } })}\n`);
    send(box, 'SessionEnd', { reason: 'logout', transcript_path: path });
    await settled(box, () => keptText(box).includes('one more gauge'));
    expect(JSON.stringify(show(box, SESSION).turns)).toContain('one more gauge');
  });

  it('does nothing where the person does not want it', async () => {
    const box = openSandbox();
    writeTranscript(box, transcriptOf(box, SESSION));
    loom(box, ['config', 'set', 'capture.sync', 'false']);
    send(box, 'Stop', { last_assistant_message: 'Done.', transcript_path: transcriptOf(box, SESSION) });
    await pass(box);
    expect(has(box, 'transcript.synced')).toBe(false);
  });
});
