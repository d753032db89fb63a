import * as Args from '@oclif/core/args';
import { searchMemory } from '../../app/search-memory.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { jsonlFlag, pageFlags, periodFlags, projectFlags } from '../../cli/global-flags.ts';
import { everyHit, hitsJson, renderHits, searchNotes } from '../../cli/render/search-hits.ts';
import { readSearchRequest, searchFlags } from '../../cli/search-request.ts';

export default class MemorySearch extends LoomCommand {
  static override summary = 'Find memory, and what was said and done in any session.';
  static override description =
    'Plain text: nothing in it is syntax but "quoted phrases". Without a question: accepted memory, newest first.';
  static override examples = [
    { description: 'In this project', command: '<%= config.bin %> memory search "retry queue" ECONNRESET' },
    { description: 'Commands that were run', command: '<%= config.bin %> memory search docker --kind tool --all' },
    { description: 'Of last week, as JSON', command: '<%= config.bin %> memory search migration --since 7d --json' },
  ];
  static override strict = false;
  static override args = { question: Args.string({ description: 'Words, names, paths, error codes, "phrases".' }) };
  static override flags = { ...searchFlags, ...projectFlags, ...periodFlags, ...pageFlags, ...jsonlFlag };
  static override exitCodes = ['0  also when nothing is found', '4  no such project or session'];
  static override schema = () => import('../../cli/schemas/search.ts').then((module) => module.searchHitsSchema);

  override async run(): Promise<Answer> {
    const { argv, flags } = await this.parse(MemorySearch);
    const app = await this.app();
    const request = await readSearchRequest(app, (argv as string[]).join(' '), flags);
    const answer = await searchMemory(app, request);
    return {
      json: () => hitsJson(answer),
      jsonl: () => everyHit(answer),
      text: (screen) => renderHits(answer.hits, screen),
      notes: () => searchNotes(answer, request),
    };
  }
}
