import type { AppContext } from '../../app/context.ts';
import type { SearchIndexStatus } from '../../app/ports/search.ts';
import { searchFeed } from '../../app/search-feed.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { indexJson, indexText } from '../../cli/render/index-status.ts';
import { LoomError } from '../../kernel/loom-error.ts';

/** Only where there is one: a person who never searches need not wait for it. */
async function rebuildSearch(app: AppContext): Promise<SearchIndexStatus | null> {
  const index = await app.openSearch();
  if (index.status() === null) return null;
  index.rebuild(searchFeed(app));
  return index.status();
}

/** Answers still come from the journal; only the file that was asked for is not there. */
function notWritten(reason: string): LoomError {
  return new LoomError({
    kind: 'storage',
    code: 'index-not-written',
    message: `the index could not be written (${reason}); commands answer from the journal, only slower`,
    hints: ['loom doctor'],
  });
}

export default class IndexRebuild extends LoomCommand {
  static override summary = 'Build the derived index again from the journal and the kept transcripts.';
  static override examples = [{ description: 'After copying a store', command: '<%= config.bin %> index rebuild' }];

  static override exitCodes = ['7  the index could not be written', '8  the store must not be written to'];
  static override schema = () => import('../../cli/schemas/events.ts').then((module) => module.indexSchema);

  override async run(): Promise<Answer> {
    await this.parse(IndexRebuild);
    const app = await this.app({ changesIndex: true });
    app.readModel.catchUp();
    const before = app.readModel.status().sessions;
    const status = app.readModel.rebuild();
    if (status.kind === 'memory' && status.reason !== null) throw notWritten(status.reason);
    const search = await rebuildSearch(app);
    return {
      json: { ...indexJson(app, status, search), before, after: status.sessions },
      text: () => indexText(app, status, search),
    };
  }
}
