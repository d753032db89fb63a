/** Commands that write sessions: what each is run on, and how to see that it did its work. */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { tryWriterLock } from '../../../src/journal/writer-lock.ts';
import { claudeProjects, claudeRecords, nativeId, toLines, writeSession } from '../../cli/support/claude-fixture.ts';
import type { CommandLab, WritingCommand } from './command-lab.ts';

/** A session that was imported, and one that was started by hand. */
export const [IMPORTED, SECOND, STARTED] = [nativeId(1), nativeId(2), 'pilot-boat'] as const;
const NEW = nativeId(3);

const plan = (lab: CommandLab, sessionId: string) => ({ sessionId, seed: sessionId, cwd: lab.box.work, pairs: 3 });

/** The ground of every command: a few sessions of one project, in a repository. */
export function layGround(lab: CommandLab): void {
  for (const id of [IMPORTED, SECOND]) writeSession(claudeProjects(lab.box.home), plan(lab, id));
  lab.succeed(['import', 'claude']);
  lab.succeed(['sessions', 'start', '--title', 'Pilotage', '--native-id', STARTED]);
}

/** A new session with a text long enough for a blob, and new turns of a known one. */
function growSources(lab: CommandLab): void {
  const long = (index: number) => (index === 1 ? 'ebb '.repeat(20_000) : `Sound the channel ${index}`);
  writeSession(claudeProjects(lab.box.home), { ...plan(lab, NEW), prompt: long });
  const more = claudeRecords({ ...plan(lab, IMPORTED), pairs: 6 }).slice(6);
  appendFileSync(`${claudeProjects(lab.box.home)}/${IMPORTED}.jsonl`, `${toLines(more).join('\n')}\n`);
}

function forget(lab: CommandLab): void {
  lab.succeed(['sessions', 'delete', IMPORTED, '--yes']);
}

/** A hook that finds the journal locked leaves its event in the spool. */
function spoolOne(lab: CommandLab): void {
  const lock = tryWriterLock(lab.layout.lockFile);
  lab.succeed(['hook', 'claude-code'], payload(lab, { hook_event_name: 'UserPromptSubmit', prompt: 'spring tide' }));
  lock?.release();
}

const RECIPIENT = await identityToRecipient(await generateX25519Identity());
const isWholeArmor = (text: string) =>
  text.startsWith('-----BEGIN AGE ENCRYPTED FILE-----\n') &&
  text.trimEnd().endsWith('-----END AGE ENCRYPTED FILE-----');

export const endsWhole = (text: string) => text.endsWith('\n') && !text.includes('\0');
export const everyLineReads = (text: string) =>
  endsWhole(text) &&
  text
    .trimEnd()
    .split('\n')
    .every((line) => JSON.parse(line) !== null);

const payload = (lab: CommandLab, event: object) =>
  JSON.stringify({ session_id: nativeId(7), cwd: lab.box.work, ...event });

/** A command that is one event, or none. */
export function change(
  name: string,
  args: readonly string[],
  type: string,
  more: Partial<WritingCommand> = {},
): WritingCommand {
  return { name, args: () => args, done: ({ came }) => came(type) > 0, ...more };
}

/** A file of another program that cannot be read is counted; kept files that no event names yet are told as such. */
const importing = { alsoExits: [3], unfinished: ['orphan-transcript', 'orphan-blobs', 'missing-journal'] } as const;

/** Each fork has an id of its own, so that no second one takes the place of what was killed. */
/** A session file that cannot be read back is one that does not say the same. */
const forking = { alsoExits: [3], unfinished: importing.unfinished, litters: true } as const;

export const SESSION_COMMANDS: readonly WritingCommand[] = [
  {
    name: 'import',
    ...importing,
    ground: growSources,
    args: () => ['import', 'claude'],
    done: ({ came }) => came('transcript.synced') >= 2 && came('session.started') === 1,
  },
  {
    name: 'import into a new store',
    ...importing,
    ground: ({ box }) => rmSync(box.store, { recursive: true }),
    args: () => ['import', 'claude'],
    done: ({ came }) => came('transcript.synced') >= 2,
  },
  change('sessions start', ['sessions', 'start', '--title', 'Mooring'], 'session.started'),
  change('sessions record', ['sessions', 'record', STARTED, 'prompt.submitted', '--stdin'], 'prompt.submitted', {
    input: () => JSON.stringify({ text: 'flood '.repeat(300) }),
  }),
  change('sessions close', ['sessions', 'close', STARTED], 'session.closed'),
  change('sessions rename', ['sessions', 'rename', IMPORTED, 'Gauges'], 'session.renamed'),
  change('sessions pin', ['sessions', 'pin', IMPORTED], 'session.pinned'),
  change('sessions unpin', ['sessions', 'unpin', IMPORTED], 'session.unpinned', {
    ground: (lab) => void lab.succeed(['sessions', 'pin', IMPORTED]),
  }),
  change('sessions archive', ['sessions', 'archive', IMPORTED, SECOND], 'session.archived'),
  change('sessions delete', ['sessions', 'delete', IMPORTED, '--yes'], 'session.deleted'),
  change('sessions restore', ['sessions', 'restore', IMPORTED], 'session.restored', { ground: forget }),
  change('sessions purge', ['sessions', 'purge', IMPORTED, '--yes'], 'session.purged', {
    again: [0, 4],
    unfinished: ['orphan-transcript', 'orphan-blobs', 'purged-transcript', 'purged-blobs'],
  }),
  change('sessions fork', ['sessions', 'fork', IMPORTED], 'session.forked', forking),
  change('sessions fork --native', ['sessions', 'fork', IMPORTED, '--native'], 'session.forked', forking),
  change('sessions resume', ['sessions', 'resume', IMPORTED, '--accept', 'agent-missing'], 'session.resumed'),
  change(
    'sessions resume --native',
    ['sessions', 'resume', IMPORTED, '--native', '--accept', 'agent-missing'],
    'session.resumed',
    forking,
  ),
  change('sessions compact', ['sessions', 'compact', IMPORTED, '--plain'], 'session.summarized'),
  {
    name: 'sessions export',
    args: (lab) => ['sessions', 'export', IMPORTED, '--output', lab.path('talk.md')],
    done: ({ lab }) => existsSync(lab.path('talk.md')) && endsWhole(readFileSync(lab.path('talk.md'), 'utf8')),
    files: (lab) => ({ [lab.path('talk.md')]: endsWhole }),
    again: [0, 6],
  },
  {
    name: 'export --all',
    args: (lab) => ['export', '--all', '--output', lab.path('store.jsonl')],
    done: ({ lab }) =>
      existsSync(lab.path('store.jsonl')) && everyLineReads(readFileSync(lab.path('store.jsonl'), 'utf8')),
    files: (lab) => ({ [lab.path('store.jsonl')]: everyLineReads }),
    again: [0, 6],
  },
  {
    name: 'export --all --recipient',
    args: (lab) => ['export', '--all', '--recipient', RECIPIENT, '--armor', '--output', lab.path('store.age')],
    done: ({ lab }) => existsSync(lab.path('store.age')) && isWholeArmor(readFileSync(lab.path('store.age'), 'utf8')),
    files: (lab) => ({ [lab.path('store.age')]: isWholeArmor }),
    again: [0, 6],
  },
  {
    name: 'import loom',
    ...importing,
    ground: (lab) => {
      lab.succeed(['sessions', 'record', STARTED, 'prompt.submitted', '--data', '{"text":"slack water"}']);
      lab.succeed(['export', '--all', '--output', join(lab.root, 'exported.jsonl')]);
      lab.restore('first');
    },
    args: (lab) => ['import', 'loom', join(lab.root, 'exported.jsonl')],
    done: ({ came }) => came('prompt.submitted') === 1,
  },
  change('undo', ['undo'], 'session.unpinned', {
    ground: (lab) => void lab.succeed(['sessions', 'pin', IMPORTED]),
    again: [0, 6],
  }),
  change('a listing that takes the spool along', ['sessions', 'list'], 'prompt.submitted', {
    ground: spoolOne,
    silent: true,
  }),
  {
    name: 'hook',
    args: () => ['hook', 'claude-code'],
    input: (lab) => payload(lab, { hook_event_name: 'UserPromptSubmit', prompt: 'neap '.repeat(4000) }),
    done: ({ came }) => came('prompt.submitted') > 0,
    silent: true,
  },
  {
    name: 'hook at a start',
    args: () => ['hook', 'claude-code'],
    input: (lab) => payload(lab, { hook_event_name: 'SessionStart', source: 'startup' }),
    done: ({ came }) => came('session.started') > 0,
    silent: true,
  },
];
