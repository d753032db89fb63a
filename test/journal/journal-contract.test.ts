import { createMemoryJournal } from '../../src/journal/memory-journal.ts';
import { journalContract } from '../contract/journal-contract.ts';
import { openJournal, SOURCES, temporaryStore } from './journal-fixture.ts';

journalContract('memory journal', async () => createMemoryJournal(SOURCES));
journalContract('file journal', async () => openJournal(await temporaryStore()));
journalContract('file journal of tiny segments', async () => openJournal(await temporaryStore(), { rotateAt: 700 }));
