import {
  type Compaction,
  type CompactionPlan,
  compactSession,
  planCompaction,
  type SummarizerSetting,
} from '../app/compact-session.ts';
import type { AppContext } from '../app/context.ts';
import type { SessionView } from '../domain/session-view.ts';
import type { Answer } from './answer.ts';
import { readConfigValues } from './config-values.ts';
import { confirm } from './prompt-confirm.ts';
import { refusalError } from './refusal-words.ts';
import { safeBlock, safeLine } from './safe-text.ts';
import { SESSION_WORDS } from './words/session.ts';

export interface CompactWish {
  readonly view: SessionView;
  readonly budget?: number;
  readonly window?: number;
  readonly dryRun: boolean;
  readonly yes: boolean;
  /** Made by rules, whatever is configured. */
  readonly plain: boolean;
}

/** Tokens from which on starting fresh is offered. */
const MANY_TOKENS = 50_000;

async function readSummarizer(app: AppContext, { plain }: CompactWish): Promise<SummarizerSetting | undefined> {
  if (plain) return undefined;
  const values = await readConfigValues(app);
  const command = values['summarizer.command'];
  if (command.length === 0) return undefined;
  return { command, timeoutMs: values['summarizer.timeout'] * 1000, tokens: values['summarizer.tokens'] };
}

function shown(command: readonly string[]): string {
  return safeLine(command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`)).join(' '));
}

/** Asks before a program is run that may cost money. */
async function agree(plan: CompactionPlan, setting: SummarizerSetting, wish: CompactWish): Promise<void> {
  const tokens = plan.inputTokens ?? 0;
  const fresh =
    tokens > MANY_TOKENS
      ? ` That is much: to start fresh instead, begin a new session with the free summary (loom sessions compact ${plan.session} --plain).`
      : '';
  await confirm({
    question: `Give about ${tokens} tokens (estimated) of this session to \`${shown(setting.command)}\`? It may cost money.${fresh}`,
    command: `loom sessions compact ${plan.session} --yes`,
    yes: wish.yes,
  });
}

function jsonOf(plan: CompactionPlan, done: Compaction | null): object {
  const method = done?.method ?? plan.method;
  const text = done?.text ?? plan.text;
  return {
    session: plan.session,
    result: done?.kind ?? 'planned',
    method,
    fellBack: done?.fellBack ?? null,
    event: done?.event ?? plan.stored?.event ?? null,
    turns: plan.turns,
    allTurns: plan.allTurns,
    messages: plan.messages,
    through: plan.through,
    tokens: (done ?? plan).tokens,
    inputTokens: plan.inputTokens,
    summary: text,
    outcome: plan.outcome(),
  };
}

const RESULTS = {
  summarised: 'a summary was stored; the conversation is as it was',
  unchanged: 'a summary of exactly these records is stored already; nothing was added',
  nothing: 'the session has no messages; nothing was stored',
} as const;

function planAnswer(plan: CompactionPlan): Answer {
  const program =
    plan.input === null
      ? []
      : [`Would be written by \`${plan.method.replace(/^command /, '')}\`; shown is the one made by rules.`];
  return { json: () => jsonOf(plan, null), text: () => safeBlock(plan.text), notes: program };
}

/** Shows or stores a summary of a session. */
export async function runCompact(app: AppContext, wish: CompactWish): Promise<Answer> {
  const setting = await readSummarizer(app, wish);
  const plan = planCompaction(app, wish.view.id, {
    ...wish,
    ...(setting === undefined ? {} : { summarizer: setting }),
  });
  if (wish.dryRun) return planAnswer(plan);
  if (plan.refusal !== null) throw refusalError(SESSION_WORDS, plan.refusal);
  const asks = setting !== undefined && plan.stored === null && plan.through !== null;
  if (asks) await agree(plan, setting, wish);
  const { runSummarizer: run } = await import('./run-summarizer.ts');
  const done = await compactSession(app, plan, asks ? { setting, run } : undefined);
  if (done.kind === 'refused') throw refusalError(SESSION_WORDS, done.refusal);
  const fell =
    done.fellBack === null ? [] : [`the summarizer was not used: ${done.fellBack}; the summary was made by rules`];
  return {
    json: () => jsonOf(plan, done),
    text: () => safeBlock(done.text),
    notes: [`${wish.view.shortId}: ${RESULTS[done.kind]}`],
    warnings: fell,
    committed: done.event === null ? 'nothing' : `summary ${done.event} of session ${plan.session}`,
  };
}
