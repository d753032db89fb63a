import type { FollowUp } from '../app/follow-up.ts';
import { parseAgentName } from '../events/agents.ts';
import { parseSessionId } from '../kernel/ids.ts';
import { asObject, textField } from '../kernel/json-fields.ts';
import { knownParts } from '../kernel/known-parts.ts';
import { FOLLOW_UP_VARIABLE } from './begin-follow-up.ts';
import { silenceNotices } from './output.ts';

function readWish(text: string | undefined): FollowUp | undefined {
  const wish = text === undefined ? undefined : asObject(JSON.parse(text));
  const session = parseSessionId(textField(wish, 'session') ?? '');
  const agent = parseAgentName(textField(wish, 'agent') ?? '');
  const nativeId = textField(wish, 'nativeId');
  const at = textField(wish, 'at');
  if (session === undefined || agent === undefined || nativeId === undefined || at === undefined) return undefined;
  return {
    session,
    agent,
    nativeId,
    occasion: textField(wish, 'occasion') === 'close' ? 'close' : 'stop',
    at: at as FollowUp['at'],
    cwd: textField(wish, 'cwd') ?? null,
    ...knownParts({ transcript: textField(wish, 'transcript') }),
  };
}

/** An agent writes its last record about when it runs its last hook. In milliseconds. */
const SETTLE = 250;

async function inTurn(wish: FollowUp): Promise<void> {
  const { appOptionsOfProcess, openApp } = await import('./composition.ts');
  const { followUp } = await import('../app/follow-up.ts');
  const { readConfigValues } = await import('./config-values.ts');
  const options = appOptionsOfProcess();
  const folder = wish.cwd ?? options.cwd;
  const settings = await readConfigValues({ env: process.env, cwd: folder });
  if (!settings['capture.sync']) return;
  await new Promise((resolve) => setTimeout(resolve, SETTLE));
  const app = await openApp({ ...options, cwd: folder, actor: { kind: 'hook', agent: wish.agent }, write: true });
  try {
    await followUp(app, wish, settings['policy.globs']);
  } finally {
    app.readModel.close();
  }
}

/**
 * Does what a hook left to be done, in a process of its own: nobody waits for it and nobody reads what it says. Faults are
 * thrown, for the log.
 */
export async function runFollowUp(env: NodeJS.ProcessEnv): Promise<void> {
  silenceNotices();
  const wish = readWish(env[FOLLOW_UP_VARIABLE]);
  delete env[FOLLOW_UP_VARIABLE];
  if (wish === undefined) return;
  const { appOptionsOfProcess } = await import('./composition.ts');
  const { openTurn } = await import('./open-capture.ts');
  const turn = await openTurn(appOptionsOfProcess().paths, wish.session);
  if (turn === undefined) return;
  try {
    await inTurn(wish);
  } finally {
    turn.end();
  }
}
