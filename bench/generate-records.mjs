// Invents a store's worth of short records for searches: many prompts, answers and commands, with words as unequal as those of
// a language. One word is in most records, one in about one of a thousand.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createChance } from './invented-text.mjs';

const EPOCH = Date.UTC(2025, 0, 6, 8);
/** Records of a session, where nobody says how many. */
const A_SESSION = 500;
const VOCABULARY = 200_000;
const SYLLABLES = [
  'ba',
  'cor',
  'dun',
  'el',
  'fi',
  'gra',
  'hol',
  'im',
  'jas',
  'ker',
  'lu',
  'mon',
  'nit',
  'or',
  'pel',
  'qua',
  'ris',
  'sto',
  'tam',
  'uv',
];

/** The word of a rank; its letters do not tell the rank. */
export function wordOf(rank) {
  let word = '';
  for (let left = rank + 21; left > 0; left = Math.floor(left / SYLLABLES.length))
    word += SYLLABLES[left % SYLLABLES.length];
  return word;
}

function textOf(chance) {
  const words = Array.from({ length: 12 + chance.below(30) }, () =>
    wordOf(Math.floor(Math.exp(chance.next() * Math.log(VOCABULARY)))),
  );
  if (chance.next() < 0.3) words.push(`${wordOf(chance.below(2000))}_${wordOf(chance.below(2000))}`);
  return words.join(' ');
}

function contentOf(chance, number) {
  const turn = number % 4;
  if (turn === 0) return { type: 'user', message: { role: 'user', content: textOf(chance) } };
  const common = { id: `msg_${number}`, type: 'message', role: 'assistant', model: 'mill-1' };
  if (turn === 3)
    return { type: 'assistant', message: { ...common, content: [{ type: 'text', text: textOf(chance) }] } };
  const file = `/mill/src/${wordOf(chance.below(300))}/${wordOf(chance.below(3000))}.ts`;
  const call = {
    type: 'tool_use',
    id: `toolu_${number}`,
    name: 'Bash',
    input: { command: `${wordOf(chance.below(50))} --check ${file} ${textOf(chance).slice(0, 60)}` },
  };
  return { type: 'assistant', message: { ...common, content: [call] } };
}

/** Writes `records` records below `folder`, `each` a session; returns a common word and one of middling frequency. */
export function generateRecords({ folder, records, each = A_SESSION, seed = 3 }) {
  const place = join(folder, 'projects', '-mill');
  mkdirSync(place, { recursive: true });
  const chance = createChance(seed);
  for (let session = 0; session * each < records; session += 1) {
    const id = `eeeeeeee-0000-4000-8000-${String(session).padStart(12, '0')}`;
    const lines = [];
    for (let index = 0; index < each; index += 1) {
      const number = session * each + index;
      const uuid = `r${number}`;
      const parentUuid = index === 0 ? null : `r${number - 1}`;
      const timestamp = new Date(EPOCH + session * 14_400_000 + index * 20_000).toISOString();
      lines.push(
        JSON.stringify({
          parentUuid,
          isSidechain: false,
          cwd: '/mill',
          sessionId: id,
          version: '2.1.0',
          ...contentOf(chance, number),
          uuid,
          timestamp,
        }),
      );
    }
    const fd = openSync(join(place, `${id}.jsonl`), 'w');
    writeSync(fd, `${lines.join('\n')}\n`);
    closeSync(fd);
  }
  return { common: wordOf(1), middling: wordOf(300) };
}
