// Invents sessions of a programming project in which each of a list of questions has one known answer.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createChance, inventAnswer, inventCode, inventProse, inventQuestion } from './invented-text.mjs';

const CWD = '/workshop/harbour-crane';
const EPOCH = Date.UTC(2026, 1, 2, 8);
const VERBS = ['load', 'lift', 'swing', 'lower', 'weigh', 'anchor', 'release', 'brake', 'inspect', 'schedule'];
const NOUNS = ['Cargo', 'Cable', 'Winch', 'Berth', 'Pallet', 'Manifest', 'Tide', 'Operator', 'Hook', 'Ballast'];
const TAILS = ['Queue', 'Budget', 'Limit', 'Window', 'Ledger', 'Signal', 'Policy', 'Cursor'];
const AREAS = ['winch', 'berths', 'tides', 'cargo', 'safety', 'reports'];
const FILES = ['planner', 'registry', 'watcher', 'codec', 'ledger', 'fixtures'];

/** What was said, and what somebody asks months later in other words. */
const PARAPHRASES = [
  [
    'We decided to store all weights in kilograms as integers, because floats drifted in the totals.',
    'weights stored integers kilograms decision',
  ],
  [
    'The nightly job fails when daylight saving ends, since it assumes every day has twenty-four hours.',
    'nightly job daylight saving failure',
  ],
  ['Retrying the harbour master API more than twice gets us banned for an hour.', 'banned retry harbour master api'],
  [
    'The crane simulator must run before each release; it caught the swapped axes last spring.',
    'simulator before releases swapped axes',
  ],
  [
    'Login tokens are refreshed by the proxy, the service itself never sees the refresh secret.',
    'who refreshes login tokens proxy',
  ],
  [
    'Deleting a berth only hides it: auditors need the history for seven years.',
    'deleted berths hidden auditors history years',
  ],
  [
    'The map tiles are cached on disk for a week, which is why the new quay did not show up.',
    'new quay missing cached map tiles',
  ],
  [
    'Never run migrations in the pipeline, the team agreed on doing them by hand on Mondays.',
    'migrations by hand agreed pipeline',
  ],
  [
    'The slow page was an N+1 query in the manifest list; one join brought it from nine seconds to 80 ms.',
    'manifest list slow query join',
  ],
  [
    'Sensors report in local time without a zone, so we convert at the gateway and nowhere else.',
    'sensor local time conversion gateway',
  ],
  ['The printer driver crashes on umlauts unless labels are sent as code page 850.', 'printer crash umlauts code page'],
  [
    'Feature flags live in the database and not in files, so that support can switch them.',
    'where do feature flags live support',
  ],
];

const CJK = [
  ['我们决定用消息队列代替轮询,因为轮询让数据库负载过高。', '消息队列 轮询'],
  ['修复了登录超时的问题:会话令牌没有刷新。', '登录超时'],
  ['重跑gen-manifest后悬空引用清零,可以发布了。', '悬空引用'],
  ['テスト環境のデータベース接続は夜間に切断されます。', 'データベース接続'],
  ['配送ルートの計算が遅い原因はキャッシュの不足でした。', 'キャッシュの不足'],
  ['로그인 오류는 만료된 인증서 때문이었습니다.', '만료된 인증서'],
];

function misspell(word, chance) {
  const at = 1 + chance.below(word.length - 3);
  return chance.next() < 0.5
    ? word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
    : word.slice(0, at) + word.slice(at + 1);
}

const MISSPELT = [
  'telemetry',
  'quartermaster',
  'hydraulics',
  'stevedore',
  'tachometer',
  'counterweight',
  'gangway',
  'bulkhead',
  'semaphore',
  'turntable',
];

function identifierFact(name, number, chance) {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const kind = number % 4;
  const said = kind === 1 ? snake : name;
  const question = [name, snake, name.toLowerCase(), name.replace(/([A-Z])/g, ' $1').toLowerCase()][kind];
  const text = `${inventAnswer(chance)} The fault is in ${said}, which counts one too many.`;
  return { kind: 'identifiers', text, question };
}

function pathFact(number, chance) {
  const path = `src/${chance.pick(AREAS)}/${chance.pick(FILES)}-${number}.ts`;
  const text = `I moved the check to ${path}:${number + 3} and left a note. ${inventProse(chance, 30)}`;
  return { kind: 'paths', text, question: number % 2 === 0 ? path : path.split('/').at(-1) };
}

function codeFact(number, chance) {
  const code = [
    `TS${2300 + number * 7}`,
    `ERR_CRANE_${chance.pick(NOUNS).toUpperCase()}_${number}`,
    `POL-${400 + number}`,
    `0x8004${(1000 + number * 37).toString(16)}`,
  ][number % 4];
  const text = `The build stopped with ${code}: ${inventProse(chance, 12)}. ${inventAnswer(chance)}`;
  return { kind: 'error codes', text, question: code };
}

function typoFact(word, chance) {
  const text = `The ${word} readings are off by one after a restart. ${inventProse(chance, 20)}`;
  return { kind: 'typos', text, question: misspell(word, chance) };
}

function facts(chance) {
  const names = new Set();
  while (names.size < 40)
    names.add(`${chance.pick(VERBS)}${chance.pick(NOUNS)}${chance.pick(NOUNS)}${chance.pick(TAILS)}`);
  const numbers = Array.from({ length: 30 }, (_, number) => number);
  return [
    ...[...names].map((name, number) => identifierFact(name, number, chance)),
    ...numbers.map((number) => pathFact(number, chance)),
    ...numbers.map((number) => codeFact(number, chance)),
    ...PARAPHRASES.map(([text, question]) => ({ kind: 'paraphrase', text, question })),
    ...CJK.map(([text, question]) => ({ kind: 'scripts without spaces', text, question })),
    ...MISSPELT.map((word) => typoFact(word, chance)),
  ];
}

function line({ index, type, message, parent }) {
  return JSON.stringify({
    parentUuid: parent,
    isSidechain: false,
    userType: 'external',
    cwd: CWD,
    sessionId: '',
    version: '2.1.0',
    type,
    message,
    uuid: `w${String(index).padStart(6, '0')}`,
    timestamp: new Date(EPOCH + index * 47_000).toISOString(),
  });
}

const answer = (index, text) => ({
  id: `msg_${index}`,
  type: 'message',
  role: 'assistant',
  model: 'crane-2',
  content: [{ type: 'text', text }],
});

/** Writes transcripts below `folder`, most of them noise; returns questions with the id of the message that answers each. */
export function inventWork({ folder, noise = 2500, seed = 11 }) {
  const chance = createChance(seed);
  const wanted = facts(chance);
  const places = new Map();
  while (places.size < wanted.length) places.set(chance.below(noise), wanted[places.size] ?? wanted[0]);
  const byPlace = new Map([...places.keys()].map((place, at) => [place, wanted[at]]));
  const questions = [];
  const sessions = new Map();
  let index = 0;
  let parent = null;
  for (let turn = 0; turn < noise; turn += 1) {
    const session = Math.floor(turn / 12);
    if (turn % 12 === 0) parent = null;
    const lines = sessions.get(session) ?? [];
    sessions.set(session, lines);
    index += 1;
    lines.push(line({ index, parent, type: 'user', message: { role: 'user', content: inventQuestion(chance) } }));
    parent = `w${String(index).padStart(6, '0')}`;
    index += 1;
    const fact = byPlace.get(turn);
    // As long as what agents answer: what was found out, and the code that came of it.
    const text = `${fact === undefined ? inventAnswer(chance) : fact.text}\n\n${inventCode(chance, 12 + chance.below(30))}\n\n${inventProse(chance, 40)}`;
    lines.push(line({ index, parent, type: 'assistant', message: answer(index, text) }));
    parent = `w${String(index).padStart(6, '0')}`;
    if (fact !== undefined) questions.push({ kind: fact.kind, question: fact.question, wanted: parent });
  }
  const place = join(folder, 'projects', '-workshop-harbour-crane');
  mkdirSync(place, { recursive: true });
  for (const [session, lines] of sessions) {
    const id = `00000000-0000-4000-8000-${String(session).padStart(12, '0')}`;
    writeFileSync(
      join(place, `${id}.jsonl`),
      `${lines.join('\n').replaceAll('"sessionId":""', `"sessionId":"${id}"`)}\n`,
    );
  }
  return questions;
}
