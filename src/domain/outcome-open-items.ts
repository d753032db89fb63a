import type { OutcomeCommand } from './outcome-commands.ts';
import { lineOf, type OutcomeLine, type OutcomeScope } from './outcome-line.ts';
import { aboutCall } from './tool-about.ts';
import type { PairedCall } from './tool-pairing.ts';

const DONE: ReadonlySet<string> = new Set(['completed', 'complete', 'done', 'cancelled', 'canceled', 'deleted']);
/** Tools that write a whole list of things to do, and the member that holds it. */
const LISTS: Readonly<Record<string, string>> = {
  todowrite: 'todos',
  todo_write: 'todos',
  update_plan: 'plan',
  write_todos: 'todos',
};

type Members = Readonly<Record<string, unknown>>;

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

function textIn(members: Members, ...names: readonly string[]): string {
  for (const name of names) {
    const value = Object.hasOwn(members, name) ? members[name] : undefined;
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return '';
}

function factsOf(call: PairedCall, scope: OutcomeScope): Omit<OutcomeLine, 'text'> {
  return { by: 'agent', turn: scope.turnOf.get(call.message.id) ?? 0, messageIds: [call.message.id] };
}

/** What the last list of things to do still had open. */
function openTodos(scope: OutcomeScope): readonly (OutcomeLine | null)[] {
  const call = [...scope.calls.values()].findLast(
    ({ name, status }) => name.toLowerCase() in LISTS && status !== 'error',
  );
  if (call === undefined) return [];
  const list = membersOf(call.input)[LISTS[call.name.toLowerCase()] ?? ''];
  return (Array.isArray(list) ? list : []).map((item) => {
    const todo = membersOf(item);
    const status = textIn(todo, 'status');
    const text = textIn(todo, 'content', 'step', 'description', 'title');
    if (text === '' || DONE.has(status)) return null;
    return lineOf(`to do${status === 'in_progress' ? ' (begun)' : ''}: ${text}`, factsOf(call, scope));
  });
}

/** Tasks that were made and not ended, where an agent keeps them one by one. */
function openTasks(scope: OutcomeScope): readonly (OutcomeLine | null)[] {
  const tasks = new Map<string, OutcomeLine | null>();
  let made = 0;
  for (const call of scope.calls.values()) {
    const input = membersOf(call.input);
    if (call.name === 'TaskCreate' && call.status === 'ok') {
      made += 1;
      tasks.set(String(made), lineOf(`to do: ${textIn(input, 'subject', 'description')}`, factsOf(call, scope)));
    }
    if (call.name === 'TaskUpdate' && DONE.has(textIn(input, 'status'))) tasks.delete(textIn(input, 'taskId'));
  }
  return [...tasks.values()];
}

function unanswered(scope: OutcomeScope): OutcomeLine | null {
  const last = scope.turns.at(-1);
  if (last === undefined || last.prompt === null || last.answer !== null || last.toolCalls.length > 0) return null;
  const facts = { by: 'person', turn: scope.turns.length, messageIds: [last.id] } as const;
  return lineOf(`not answered: ${last.prompt}`, facts);
}

function interruptedTools(scope: OutcomeScope): readonly (OutcomeLine | null)[] {
  const cut = [...scope.calls.values()].filter(
    ({ status, message }) => status === 'interrupted' && scope.turnOf.get(message.id) === scope.turns.length,
  );
  return cut.map((call) => lineOf(`interrupted: ${call.name} ${aboutCall(call.input) ?? ''}`, factsOf(call, scope)));
}

/** Tests, builds and checks whose last run failed. */
function failing(commands: readonly OutcomeCommand[]): readonly (OutcomeLine | null)[] {
  return commands
    .filter(({ kind, status }) => status === 'error' && (kind === 'test' || kind === 'build' || kind === 'check'))
    .map(({ command, detail, turn, messageIds }) =>
      lineOf(`failed last: ${command}${detail === null ? '' : ` — ${detail}`}`, { by: 'agent', turn, messageIds }),
    );
}

/** A question with which the agent ended. */
function askedBack(scope: OutcomeScope): OutcomeLine | null {
  const message = scope.path.findLast(({ kind }) => kind === 'prompt' || kind === 'answer');
  if (message?.kind !== 'answer') return null;
  const text = message.content
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n')
    .trim();
  if (!/[?？]$/.test(text)) return null;
  const question = text.split(/\n+/).at(-1) ?? '';
  return lineOf(`the agent asked: ${question}`, {
    by: 'agent',
    turn: scope.turnOf.get(message.id) ?? 0,
    messageIds: [message.id],
  });
}

/** What was left open when the covered turns ended. */
export function openItems(scope: OutcomeScope, commands: readonly OutcomeCommand[]): readonly OutcomeLine[] {
  return [
    unanswered(scope),
    askedBack(scope),
    ...interruptedTools(scope),
    ...failing(commands),
    ...openTodos(scope),
    ...openTasks(scope),
  ].filter((line) => line !== null);
}
