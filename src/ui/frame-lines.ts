import { displayWidth, padToWidth } from '../text/display-width.ts';
import { cutLine, fitLine, type ScreenLine } from './row-lines.ts';
import { MEMORY_SECTIONS } from './ui-host.ts';
import type { Overlay, UiState } from './ui-state.ts';

function countOf({ rows, total, selected, loading, complete }: UiState['sessions'] | UiState['memories']): string {
  if (rows.length === 0) return loading ? '…' : '0';
  const all = total ?? (complete ? rows.length : `${rows.length}+`);
  return `${selected + 1} of ${all}`;
}

function scopeWords(state: UiState): string {
  const where = state.everyProject ? 'every project' : 'this project';
  if (state.tab === 'memory') return where;
  return `${where} · ${state.state} · ${state.agent ?? 'every agent'}`;
}

/** The first line: which list, what of it, and where in it. */
export function titleLine(state: UiState, width: number): ScreenLine {
  const isSessions = state.tab === 'sessions';
  const tabs = isSessions ? '[Sessions] Memory ' : ' Sessions [Memory]';
  const name = state.purpose === 'pick' ? 'resume which?' : 'loom';
  const count = countOf(isSessions ? state.sessions : state.memories);
  const room = width - displayWidth(count) - 1;
  const left = cutLine(`${name}  ${tabs}  ${scopeWords(state)}`, room);
  return [
    { text: padToWidth(left, room), tone: 'heading' },
    { text: ` ${count}`, tone: 'dim' },
  ];
}

function sectionWords(state: UiState): string {
  return MEMORY_SECTIONS.map((section) => (section === state.section ? `[${section}]` : ` ${section} `)).join('');
}

/** What is before the end of a typed line, where it is longer than there is room. */
function endOf(value: string, room: number): string {
  let text = cutLine(value, Number.MAX_SAFE_INTEGER);
  if (displayWidth(text) <= room) return text;
  while (displayWidth(text) > room - 1 && text !== '') text = text.slice(Math.max(1, text.length - room));
  return `…${text}`;
}

const CURSOR = '_';

/** The second line: what is looked for, or the parts of memory. */
export function searchLine(state: UiState, width: number): ScreenLine {
  const words = state.tab === 'sessions' ? state.words : state.memoryWords;
  const typing = state.focus === 'search' && state.overlay === null;
  if (!typing && words === '' && state.tab === 'memory') return [{ text: fitLine(sectionWords(state), width) }];
  if (!typing && words === '') return [{ text: fitLine('/ finds words in every session', width), tone: 'dim' }];
  const text = `/ ${endOf(words, width - 3)}${typing ? CURSOR : ''}`;
  return [{ text: fitLine(text, width), ...(typing ? { tone: 'heading' as const } : {}) }];
}

/** The line above the keys: what happened, or what is typed. */
export function messageLine({ overlay, message }: UiState, width: number): ScreenLine {
  if (overlay?.type === 'input') {
    const label = cutLine(`${overlay.label}: `, Math.floor(width / 2));
    const text = `${label}${endOf(overlay.value, width - displayWidth(label) - 1)}${CURSOR}`;
    return [{ text: fitLine(text, width), tone: 'heading' }];
  }
  if (overlay?.type === 'confirm') {
    const answers = ' y/N';
    const question = cutLine(overlay.question, width - answers.length);
    return [{ text: fitLine(`${question}${answers}`, width), tone: 'warn' }];
  }
  if (message === null) return [{ text: fitLine('', width) }];
  return [{ text: fitLine(message.text, width), tone: message.ok ? 'good' : 'bad' }];
}

const SESSION_KEYS =
  'Enter look  / search  r resume  f fork  n name  p pin  a archive  d delete  x export  c compare  u undo  s state  t agent  w where  Tab memory  ? help  q quit';
const DELETED_KEYS =
  'Enter look  / search  d restore  D erase for good  u undo  s state  t agent  w where  Tab memory  ? help  q quit';
const MEMORY_KEYS = 'Enter look  / search  ←→ part  v review  u undo  w where  Tab sessions  ? help  q quit';
const ACCEPTED_KEYS =
  'Enter look  / search  c confirm  p pin  e edit  s supersede  x not true  D forget  u undo  ←→ part  v review  w where  Tab sessions  ? help  q quit';
const REVIEW_KEYS = 'a accept  r reject  s supersede  e edit  n next  u undo  ←→ part  Tab sessions  ? help  q quit';

function overlayKeys(overlay: Overlay): string {
  switch (overlay.type) {
    case 'input':
      return 'Enter do it  Esc leave it';
    case 'confirm':
      return 'y do it  any other key leave it';
    case 'purge':
      return 'Enter erase it, once its word is typed  ↑↓ read  Esc back';
    case 'resume':
      return 'Enter go on in the agent  p print the context  ↑↓ read  Esc back';
    default:
      return '↑↓ read  Esc back';
  }
}

const PART_KEYS: Readonly<Partial<Record<UiState['section'], string>>> = {
  review: REVIEW_KEYS,
  accepted: ACCEPTED_KEYS,
};

function sessionKeys({ purpose, state }: Pick<UiState, 'purpose' | 'state'>): string {
  const words = state === 'deleted' ? DELETED_KEYS : SESSION_KEYS;
  return purpose === 'pick' ? words.replace('Enter look', 'Enter choose  Space look') : words;
}

function keyWords(state: UiState): string {
  const { overlay, focus, purpose, tab, section } = state;
  if (overlay !== null) return overlayKeys(overlay);
  if (focus === 'search') return `${purpose === 'pick' ? 'Enter choose' : 'Enter list'}  ↑↓ move  Tab list  Esc clear`;
  if (focus === 'pane') return '↑↓ read  Esc list  ? help';
  if (tab === 'memory') return PART_KEYS[section] ?? MEMORY_KEYS;
  return sessionKeys(state);
}

/** The last line: the keys that mean something now; `?` tells the rest. */
export function keysLine(state: UiState, width: number): ScreenLine {
  const words = keyWords(state);
  const short = displayWidth(words) > width && !words.startsWith('?') ? `? help  ${words}` : words;
  return [{ text: fitLine(short, width), tone: 'dim' }];
}
