import type { openWeb } from '../open-web.ts';
import { refusalError } from '../refusal-words.ts';
import { CHANGE_WORDS, COPY_WORDS } from './copy.ts';
import { MEMORY_NOTHING_WORDS, MEMORY_WORDS } from './memory.ts';
import { SEVERITY_WORDS, VERDICT_WORDS } from './resume.ts';
import { NOTHING_WORDS, SESSION_WORDS } from './session.ts';

/** What pages say as commands do. */
export const WEB_WORDS: Parameters<typeof openWeb>[0]['words'] = {
  session: (refusal) => refusalError(SESSION_WORDS, refusal),
  memory: (refusal) => refusalError(MEMORY_WORDS, refusal),
  copy: (refusal) => refusalError(COPY_WORDS, refusal),
  copyChange: (code, count) => CHANGE_WORDS[code](count),
  nothing: (because) => NOTHING_WORDS[because],
  nothingOfMemory: (because) => MEMORY_NOTHING_WORDS[because],
  verdict: (verdict) => VERDICT_WORDS[verdict],
  severity: (severity) => SEVERITY_WORDS[severity],
};
