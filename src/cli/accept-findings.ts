import { ACCEPTABLE_CODES, FINDING_CODES } from '../app/accept-finding.ts';
import { agentShellOf } from '../app/agent-shell.ts';
import type { ResumeDecision } from '../domain/resume-effect.ts';
import type { FindingCode } from '../domain/resume-finding.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { closest } from './closest.ts';
import { ask } from './prompt-confirm.ts';
import { canAsk } from './screen.ts';

type Env = Readonly<Record<string, string | undefined>>;

function unknownCode(code: string): LoomError {
  const guess = closest(code, FINDING_CODES);
  return new LoomError({
    kind: 'usage',
    code: 'unknown-finding',
    message: `there is no finding called ${code}`,
    hints: [
      ...(guess === undefined ? [] : [`did you mean: --accept ${guess}`]),
      `can be accepted: ${ACCEPTABLE_CODES.join(', ')}`,
    ],
  });
}

/**
 * Reads `--accept`. Throws LoomError `usage`/`unknown-finding`, and `refused`/`agent-shell` when an agent's shell says yes:
 * only a person may. This stops accidents, not a hostile process of the same user.
 */
export function readAccepted(codes: readonly string[], env: Env, command: string): ReadonlySet<FindingCode> {
  const known: ReadonlySet<string> = new Set(FINDING_CODES);
  for (const code of codes) if (!known.has(code)) throw unknownCode(code);
  const shell = codes.length === 0 ? undefined : agentShellOf(env);
  if (shell !== undefined) {
    throw new LoomError({
      kind: 'refused',
      code: 'agent-shell',
      message: `this is the shell of ${shell}: only a person accepts what a resume found`,
      hints: [command],
    });
  }
  return new Set(codes as readonly FindingCode[]);
}

/** Asks on a terminal, one finding code after the other, what a person accepts; nothing where nobody can be asked. */
export async function askToAccept({ open, askable }: ResumeDecision, env: Env): Promise<ReadonlySet<FindingCode>> {
  const yes = new Set<FindingCode>();
  if (askable.length === 0 || agentShellOf(env) !== undefined || !(await canAsk())) return yes;
  for (const code of askable) {
    const messages = open.filter((finding) => finding.code === code).map(({ message }) => message);
    if (!(await ask(`${code}: ${messages.join('; ')}. Accept?`))) break;
    yes.add(code);
  }
  return yes;
}
