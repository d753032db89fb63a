import type { SourceIdentity } from '../../app/ports/importer.ts';
import { type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';
import { knownParts } from '../../kernel/known-parts.ts';
import { normaliseOrigin } from '../../kernel/normalise-origin.ts';
import type { CopilotEvent } from './copilot-record.ts';

/** Where a session was begun or taken up again. */
export interface CopilotContext {
  readonly cwd: string | undefined;
  readonly branch: string | undefined;
  readonly head: string | undefined;
  readonly origin: string | undefined;
}

const WITH_CONTEXT: ReadonlySet<string> = new Set(['session.start', 'session.resume', 'session.context_changed']);
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** Owner and name of the repository, on the host that is named beside them. */
function originOf(context: JsonObject | undefined): string | undefined {
  const repository = textField(context, 'repository');
  const isGithub = (textField(context, 'hostType') ?? 'github') === 'github';
  const host = textField(context, 'repositoryHost') ?? (isGithub ? 'github.com' : undefined);
  if (host === undefined || repository?.includes('/') !== true) return undefined;
  return normaliseOrigin(`https://${host}/${repository}`);
}

/** Reads the place that an event tells of; `undefined` for events that tell of none. */
export function readContext({ type, data }: CopilotEvent): CopilotContext | undefined {
  if (!WITH_CONTEXT.has(type)) return undefined;
  const context = type === 'session.context_changed' ? data : objectField(data, 'context');
  const head = textField(context, 'headCommit');
  return {
    cwd: textField(context, 'cwd') ?? textField(context, 'gitRoot'),
    branch: textField(context, 'branch'),
    head: head !== undefined && COMMIT.test(head) && !/^0+$/.test(head) ? head : undefined,
    origin: originOf(context),
  };
}

/** What the start of a session says of its repository; nothing where it says nothing. */
export function repositoryOf({ head, branch, origin }: CopilotContext): Pick<SourceIdentity, 'repository'> {
  const repository = knownParts({ head, branch, origin });
  return Object.keys(repository).length === 0 ? {} : { repository };
}
