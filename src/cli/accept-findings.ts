import { agentShellOf } from '../app/agent-shell.ts';
import { acceptableCodes } from '../domain/resume-effect.ts';
import { FINDING_RULES, type Finding, type FindingCode } from '../domain/resume-finding.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { closest } from './closest.ts';
import { ask } from './prompt-confirm.ts';
import { canAsk } from './screen.ts';

type Env = Readonly<Record<string, string | undefined>>;

function unknownCode(code: string): LoomError {
  const known = Object.keys(FINDING_RULES);
  const guess = closest(code, known);
  const acceptable = known.filter((name) => FINDING_RULES[name as FindingCode].acceptable);
  return new LoomError({
    kind: 'usage',
    code: 'unknown-finding',
    message: `there is no finding called ${code}`,
    hints: [
      ...(guess === undefined ? [] : [`did you mean: --accept ${guess}`]),
      `can be accepted: ${acceptable.join(', ')}`,
    ],
  });
}

/**
 * Reads `--accept`. Throws LoomError `usage`/`unknown-finding`, and `refused`/`agent-shell` when an agent's shell says yes:
 * only a person may. This stops accidents, not a hostile process of the same user.
 */
export function readAccepted(codes: readonly string[], env: Env, command: string): ReadonlySet<FindingCode> {
  for (const code of codes) if (!Object.hasOwn(FINDING_RULES, code)) throw unknownCode(code);
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

/** Codes that were to be accepted in vain: not found, or nothing that a yes can settle. */
export function acceptedInVain(accept: ReadonlySet<string>, findings: readonly Finding[]): readonly string[] {
  const open = new Set<string>(acceptableCodes(findings));
  return [...accept].filter((code) => !open.has(code));
}

/** Asks on a terminal, one finding code after the other, what a person accepts; nothing where nobody can be asked. */
export async function askToAccept(open: readonly Finding[], env: Env): Promise<ReadonlySet<FindingCode>> {
  const yes = new Set<FindingCode>();
  const codes = acceptableCodes(open);
  if (codes.length === 0 || agentShellOf(env) !== undefined || !(await canAsk())) return yes;
  for (const code of codes) {
    const messages = open.filter((finding) => finding.code === code).map(({ message }) => message);
    if (!(await ask(`${code}: ${messages.join('; ')}. Accept?`))) break;
    yes.add(code);
  }
  return yes;
}
