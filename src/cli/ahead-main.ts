import { parentPort, workerData } from 'node:worker_threads';
import { readAhead } from '../app/read-ahead.ts';
import type { AheadAnswer, AheadQuestion, AheadStart } from './ahead-thread.ts';
import { openAheadParts } from './open-ahead-parts.ts';

/** The program of the thread that reads sources before their turn: one answer for each question, in their order. */
async function main(): Promise<void> {
  const port = parentPort;
  if (port === null) return;
  const { parts, importerFor } = await openAheadParts(workerData as AheadStart);
  port.on('message', ({ number, agent, file }: AheadQuestion) => {
    const importer = importerFor(agent);
    const ahead = importer === undefined ? undefined : readAhead(parts, importer, file);
    const answer: AheadAnswer = { number, ahead };
    port.postMessage(answer);
  });
}

main();
