import * as Flags from '@oclif/core/flags';
import { withSessions } from '../../app/find-message.ts';
import { viewMemories } from '../../app/memory-view.ts';
import { type ShownHit, showHits } from '../../app/show-hits.ts';
import { markStale } from '../../app/stale-memory.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { projectFlags } from '../../cli/global-flags.ts';
import { memoriesArg, readIds } from '../../cli/memory-arguments.ts';
import { renderShown } from '../../cli/render/search-hits.ts';
import { readScope } from '../../cli/session-scope.ts';

export default class MemoryShow extends LoomCommand {
  static override summary = 'Show whole what ids stand for: memory records, messages, tool calls, sessions, events.';
  static override examples = [
    { description: 'One record: text, origin, state, conflicts', command: '<%= config.bin %> memory show 7k3m9q2x' },
    {
      description: 'A hit of a search, as far as 500 tokens go',
      command: '<%= config.bin %> memory show 7k3m9q2x4v8t1c5b:toolu_01 --budget 500',
    },
  ];
  static override args = memoriesArg;
  static override strict = false;
  static override flags = {
    ...projectFlags,
    budget: Flags.integer({
      summary: 'Estimated tokens for everything but records, which are short.',
      min: 0,
      default: 4000,
      helpValue: 'TOKENS',
    }),
  };
  static override exitCodes = ['4  no such thing, or several'];
  static override schema = () => import('../../cli/schemas/search.ts').then((module) => module.shownSchema);

  override async run(): Promise<Answer> {
    const { argv, flags } = await this.parse(MemoryShow);
    const app = await this.app();
    const scope = await readScope(app, flags);
    const ids = await withSessions(app, await readIds(argv as string[]), { scope });
    const shown = showHits(app, ids, { scope, budget: flags.budget });
    const found = shown.flatMap(({ record }) => record ?? []);
    const records = await markStale(app, viewMemories(app, found));
    const viewOf = (hit: ShownHit) => records.find(({ id }) => id === hit.record?.id);
    const rows = shown.map((hit) => viewOf(hit) ?? hit);
    return {
      json: () => (rows.length === 1 ? rows[0] : rows),
      text: () => shown.map((hit) => renderShown(hit, viewOf(hit))).join('\n'),
    };
  }
}
