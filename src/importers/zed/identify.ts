import type { IdentityGatherer, SourceIdentity } from '../../app/ports/importer.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { asObject, type JsonObject, textField } from '../../kernel/json-fields.ts';
import { knownParts } from '../../kernel/known-parts.ts';
import { normaliseOrigin } from '../../kernel/normalise-origin.ts';
import { SpanTally } from '../span-tally.ts';
import { uniqueId } from '../unique-id.ts';
import { parentThread, readWorktrees, threadFolders, threadTimes, type Worktree } from './thread.ts';
import { readZedRecord, zedKey } from './zed-record.ts';

const NO_LIMIT = formatInstant(Number.MAX_SAFE_INTEGER);

function repositoryOf(worktree: Worktree | undefined): Pick<SourceIdentity, 'repository'> {
  const { head, branch, remote } = worktree ?? {};
  const origin = remote === undefined ? undefined : normaliseOrigin(remote);
  const repository = knownParts({ head, branch, origin });
  return Object.keys(repository).length === 0 ? {} : { repository };
}

class ZedIdentity implements IdentityGatherer {
  #row: JsonObject | undefined;
  #data: JsonObject = {};
  #firstKey: string | undefined;
  #messages = 0;

  add(value: unknown): void {
    const what = readZedRecord(value);
    if (what.kind === 'unknown') return;
    if (what.kind === 'thread') {
      this.#row = asObject(value);
      this.#data = what.data;
      return;
    }
    this.#messages += 1;
    if (what.kind === 'user') this.#firstKey ??= uniqueId(zedKey(value));
  }

  finish(): SourceIdentity | undefined {
    const nativeId = textField(this.#row, 'id');
    if (this.#row === undefined || nativeId === undefined || this.#messages === 0) return undefined;
    const spans = new SpanTally(NO_LIMIT);
    for (const time of threadTimes(this.#row, this.#data)) spans.add(time, false);
    const cwds = threadFolders(this.#row, this.#data);
    const worktree = readWorktrees(this.#data).find(({ path }) => path === cwds[0]);
    const parent = parentThread(this.#row, this.#data);
    return {
      nativeId,
      cwd: cwds[0] ?? null,
      cwds,
      startedAt: spans.first,
      updatedAt: spans.last,
      ...(parent === undefined ? {} : { parent: { nativeId: parent, kind: 'subagent' as const } }),
      ...(this.#firstKey === undefined ? {} : { firstKey: this.#firstKey }),
      headless: parent !== undefined,
      branch: worktree?.branch ?? null,
      agentVersion: null,
      ...repositoryOf(worktree),
    };
  }
}

/** Begins to gather who a thread is. Keeps the row that ends it, no text of messages. */
export function identifyZed(): IdentityGatherer {
  return new ZedIdentity();
}
