import type { CopyRefusal } from '../../app/copy-plan.ts';
import type { NativeChangeCode } from '../../app/ports/native-writer.ts';
import { countOf } from '../../kernel/count-of.ts';
import type { RefusalTable } from '../refusal-words.ts';
import { SESSION_WORDS } from './session.ts';

/** What a person reads when a session cannot be copied. */
export const COPY_WORDS: RefusalTable<CopyRefusal> = {
  ...SESSION_WORDS,
  'turn-not-found': {
    kind: 'not-found',
    message: ({ turn, turns }) => `the session has ${countOf(turns, 'turn')}; there is no turn ${turn}`,
  },
  'fork-point-not-found': {
    kind: 'not-found',
    message: ({ at }) => `no message or tool call of the session has the id ${at}`,
    hints: () => ['--at takes turn:N, or an id as sessions show --json lists it'],
  },
  'fork-point-ambiguous': {
    kind: 'not-found',
    message: ({ at, candidates }) => `${at} means ${candidates.length} or more messages: ${candidates.join(', ')}`,
  },
  'fork-point-in-subagent': {
    kind: 'refused',
    message: ({ at }) => `${at} is a message of a subagent; a session cannot end inside one`,
  },
  'nothing-to-copy': {
    kind: 'refused',
    message: ({ session }) => `session ${session} holds no message that could be copied`,
    hints: ({ session }) => [`loom sessions show ${session}`],
  },
  'session-moved': {
    kind: 'busy',
    message: ({ session }) => `session ${session} changed meanwhile; nothing was written`,
    hints: () => ['run the same command again'],
  },
  'no-native-writer': {
    kind: 'refused',
    message: ({ agent }) => `loom cannot write session files of ${agent}`,
    hints: () => ['loom help sessions resume'],
  },
  'native-place-unknown': {
    kind: 'refused',
    message: ({ agent, cwd }) => `it cannot be told where ${agent} looks for sessions of ${cwd}`,
  },
  'folder-gone': {
    kind: 'not-found',
    message: ({ cwd }) => `the folder of the session is gone: ${cwd}`,
  },
};

/** What a copy lacks or has otherwise, in words. */
export const CHANGE_WORDS: Readonly<Record<NativeChangeCode, (count: number) => string>> = {
  redacted: (count) => `${count} texts stay redacted`,
  damaged: (count) => `${count} kept lines are damaged and missing`,
  'interrupted-tool': (count) => `${count} tool calls without a result got the result "interrupted"`,
  'orphan-result': (count) => `${count} results of unknown tool calls became plain text`,
  repeated: (count) => `${count} records with the id of another one are left out`,
  'unsigned-thinking': (count) => `${count} pieces of thinking are left out: redaction broke their signature`,
  thinking: (count) => `${count} pieces of thinking are left out: another agent cannot take them over`,
  'lost-media': (count) => `${count} images or files are not kept any more`,
  'lost-text': (count) => `${count} long texts are kept only in part`,
  permissions: (count) => `${count} permission settings are left out: nothing is approved yet`,
  metadata: (count) => `${count} records about the agent's own state are left out`,
  branches: (count) => `${count} messages of other branches are left out`,
  subagents: (count) => `${count} messages of subagents are left out`,
  'tool-calls': (count) => `${count} tool calls keep the names of another agent's tools`,
  notices: (count) => `${count} notes of the agent are left out`,
  captured: (count) => `${count} prompts that were only recorded live are left out`,
};
