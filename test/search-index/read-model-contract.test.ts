import { join } from 'node:path';
import { readModelContract } from '../contract/read-model-contract.ts';
import { temporaryFolder } from '../journal/journal-fixture.ts';

readModelContract('memory read model', (world) => world.open());
readModelContract('file read model', (world) => world.open({ folder: join(temporaryFolder(), 'index') }));
