import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ReadModel } from '../../src/app/ports/read-model.ts';
import type { EventDraft } from '../../src/events/envelope.ts';
import type { ParentRef } from '../../src/events/session-data.ts';
import type { SessionId } from '../../src/kernel/ids.ts';
import { temporaryFolder } from '../journal/journal-fixture.ts';
import { fc } from '../support/properties.ts';
import { createWorld, day, fact, started, synced, type World } from './read-model-fixture.ts';

const SESSIONS = ['0123456789abcdef', '0123456789abzzzz', '7k3m9q2x4v8t1c5b', 'b5c1t8v4x2q9m3k7'] as SessionId[];
const FOLDERS = ['/home/mira/harbour', '/home/mira/lantern'];

/** One thing that happens to the nth session, or a moment at which the models look. */
type Step = { readonly kind: string; readonly session: number; readonly value: number };

const KINDS = [
  'look',
  'look',
  'start',
  'fork',
  'sync',
  'rename',
  'pin',
  'archive',
  'delete',
  'restore',
  'close',
  'link',
];

function stepOf(...kinds: readonly string[]): fc.Arbitrary<Step> {
  const session = fc.nat({ max: SESSIONS.length - 1 });
  return fc.record({ kind: fc.constantFrom(...kinds), session, value: fc.nat({ max: 30 }) });
}

/** Erasures are rare: each makes every model start over. */
const step = fc.oneof({ weight: 60, arbitrary: stepOf(...KINDS) }, { weight: 1, arbitrary: stepOf('purge') });

function draftOf({ kind, session, value }: Step, world: World): EventDraft | undefined {
  const id = SESSIONS[session] ?? (SESSIONS[0] as SessionId);
  const other = SESSIONS[value % SESSIONS.length] ?? id;
  const where = { cwd: FOLDERS[value % 2] ?? '' };
  const parent: ParentRef = { session: other, kind: value % 3 === 0 ? 'subagent' : 'fork' };
  switch (kind) {
    case 'start':
      return started(id, { at: day(value), ...where });
    case 'fork':
      return started(id, { at: day(value), ...where, parent });
    case 'sync': {
      const lines = world.kept.get(id) ?? [];
      world.kept.set(id, [...lines, `${day(value)} prompt Words ${value}`]);
      return synced(id, lines.length + 1);
    }
    case 'rename':
      return fact(id, { type: 'session.renamed', data: { title: `Title ${value}` } });
    case 'pin':
      return fact(id, value % 2 === 0 ? { type: 'session.pinned', data: {} } : { type: 'session.unpinned', data: {} });
    case 'archive':
      return fact(id, { type: 'session.archived', data: {} });
    case 'delete':
      return fact(id, { type: 'session.deleted', data: {} });
    case 'restore':
      return fact(id, { type: 'session.restored', data: {} });
    case 'close':
      return fact(id, { type: 'session.closed', data: { inferred: value % 2 === 0 } }, { at: day(value) });
    case 'link':
      return fact(id, { type: 'session.linked', data: { where } });
    default:
      return undefined;
  }
}

async function erase(world: World, id: SessionId): Promise<void> {
  await world.journal.erase({
    sessions: [id],
    intent: fact(id, { type: 'purge.intended', data: { sessions: [id] } }),
    done: [fact(id, { type: 'session.purged', data: { lines: 1, bytes: 1 } })],
    unlink: () => world.kept.delete(id),
  });
}

function answers(model: ReadModel): unknown {
  model.catchUp();
  return {
    lists: [{}, { everything: true }, { archived: true }, { deleted: true }, { includeSubagents: true }].map(
      (query) => [model.listJson(query), model.list(query), model.count(query)],
    ),
    sessions: SESSIONS.map((id) => [model.state(id), model.view(id), model.summary(id), model.children(id)]),
    found: [model.candidates('0123'), model.candidates('native-'), model.byFirstRecord(`first-${SESSIONS[0]}`)],
    sources: SESSIONS.map((id) => model.bySource(`/home/mira/.claude/projects/harbour/${id}.jsonl`)),
    projects: model.projects(),
    status: [model.status().cursor, model.status().skipped, model.status().sessions],
  };
}

it('a model that looked at any moments on the way answers like one built at the end, in memory and on disk', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 50 }), async (steps) => {
      const world = createWorld();
      const looking = [world.open(), world.open({ folder: join(temporaryFolder(), 'index') })];
      for (const next of steps) {
        const draft = draftOf(next, world);
        if (draft !== undefined) await world.append(draft);
        else if (next.kind === 'purge') await erase(world, SESSIONS[next.session] as SessionId);
        else looking[next.value % 2]?.catchUp();
      }
      const built = answers(world.open());
      for (const model of looking) {
        expect(answers(model)).toEqual(built);
        model.close();
      }
    }),
    { numRuns: 30 },
  );
});
