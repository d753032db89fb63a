import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImporterSample } from '../../contract/importer-sample.ts';

/** A line as aider ends its own ones. */
export const own = (line: string): string => `${line}  \n`;

export const START = `\n# aider chat started at 2026-03-01 09:00:00\n\n${own('> Aider v0.90.0')}${own('> Main model: lark/mini with diff edit format')}\n`;
const FIRST = `${own('#### Why does the kite sink?')}\nThe tail is too heavy.\n\n#### What to do\n\n- Cut it.\n\n`;
const SECOND = `${own('#### Cut it')}${own('####   and weigh it')}\nCut.\n\n${own('> Applied edit to tail.ts')}\n`;
const MORE = `\n# aider chat started at 2026-03-02 10:00:00\n\n${own('#### /add kite.ts')}${own('> Added kite.ts to the chat')}\n${own('#### Paint it')}\nPainted.\n\n`;

/** Invented histories of aider. */
export const AIDER_SAMPLES: readonly ImporterSample[] = [
  {
    agent: 'aider',
    format: 'history',
    nativeId: 'chat-40dfda9fcacd04ce2ea9877f402f9044',
    counts: { prompts: 2, answers: 2, toolCalls: 1 },
    firstWords: 'Why does the kite sink?',
    write: (folder) => {
      const path = join(folder, '.aider.chat.history.md');
      writeFileSync(path, START + FIRST + SECOND);
      return path;
    },
    grow: (path) => appendFileSync(path, MORE),
    rewrite: (path) => {
      const text = readFileSync(path, 'utf8').replace(FIRST, '');
      writeFileSync(path, `${text}${own('#### And now?')}\nIt flies.\n\n`);
    },
  },
];
