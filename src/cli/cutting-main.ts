import { workerData } from 'node:worker_threads';
import { keptDocuments } from '../app/session-documents.ts';
import { openCuttingParts } from './open-cutting-parts.ts';

/** The program of the thread that reads sessions and cuts what is searched of them while another one writes it. */
async function main(): Promise<void> {
  const start = workerData;
  const { parts, answerCuts } = await openCuttingParts(start.parts);
  answerCuts(start, (session) => keptDocuments(parts, session));
}

main();
