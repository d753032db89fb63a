import { asObject, field, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';

/** How one turn ran: what the agent was allowed, and which model answered. */
export interface TurnSettings {
  readonly cwd: string | undefined;
  readonly model: string | undefined;
  readonly effort: string | undefined;
  readonly approval: string | undefined;
  readonly sandbox: string | undefined;
  readonly network: boolean | undefined;
}

function sandboxOf(payload: JsonObject): Pick<TurnSettings, 'sandbox' | 'network'> {
  const policy = field(payload, 'sandbox_policy');
  if (typeof policy === 'string') return { sandbox: policy, network: undefined };
  const object = asObject(policy);
  const network = field(object, 'network_access');
  return {
    sandbox: textField(object, 'type') ?? textField(object, 'mode'),
    network: typeof network === 'boolean' ? network : undefined,
  };
}

/** Reads the settings of a turn. */
export function readTurnSettings(payload: JsonObject): TurnSettings {
  const mode = objectField(objectField(payload, 'collaboration_mode'), 'settings');
  return {
    cwd: textField(payload, 'cwd'),
    model: textField(payload, 'model'),
    effort: textField(payload, 'effort') ?? textField(mode, 'reasoning_effort'),
    approval: textField(payload, 'approval_policy'),
    ...sandboxOf(payload),
  };
}

/** What the agent was allowed, in one word: `on-request/workspace-write`; null when nothing says so. */
export function modeOf({ approval, sandbox }: TurnSettings): string | null {
  return [approval, sandbox].filter((part) => part !== undefined).join('/') || null;
}

/** The settings in one line for a reader; empty when nothing is told. */
export function describeSettings({ approval, sandbox, network, model, effort }: TurnSettings): string {
  const net = network === undefined ? '' : network ? ' with network' : ' without network';
  const parts: readonly (readonly [string, string | undefined])[] = [
    ['approval', approval],
    ['sandbox', sandbox === undefined ? undefined : `${sandbox}${net}`],
    ['model', model],
    ['effort', effort],
  ];
  return parts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])).join('; ');
}
