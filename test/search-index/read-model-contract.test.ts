import { join } from 'node:path';
import { readModelContract } from '../contract/read-model-contract.ts';
import { openJournal, temporaryFolder, temporaryStore } from '../journal/journal-fixture.ts';
import { createWorld, FIXTURE_NOW } from './read-model-fixture.ts';

const newWorld = (): ReturnType<typeof createWorld> => createWorld();

readModelContract('memory read model', { newWorld, open: (world) => world.open() });
readModelContract('file read model', {
  newWorld,
  open: (world) => world.open({ folder: join(temporaryFolder(), 'index') }),
});
readModelContract('file read model of a journal on disk', {
  newWorld: async () => createWorld({ journal: openJournal(await temporaryStore(), { clock: () => FIXTURE_NOW }) }),
  open: (world) => world.open({ folder: join(temporaryFolder(), 'index') }),
});
