import { parentPort, workerData } from 'node:worker_threads';
import { readAhead } from '../app/read-ahead.ts';
import { type AheadAnswer, type AheadQuestion, type AheadWork, claim } from './ahead-thread.ts';
import { openAheadParts } from './open-ahead-parts.ts';

/** The program of the thread that reads sources before their turn: one answer for each question, in their order, and nothing in it for what the other thread has taken back. */
async function main(): Promise<void> {
  const port = parentPort;
  if (port === null) return;
  const { claims, ...start } = workerData as AheadWork;
  const { parts, importerFor } = await openAheadParts(start);
  port.on('message', ({ number, agent, file }: AheadQuestion) => {
    const importer = claim(claims, number) ? importerFor(agent) : undefined;
    const ahead = importer === undefined ? undefined : readAhead(parts, importer, file);
    const answer: AheadAnswer = { number, ahead };
    port.postMessage(answer);
  });
}

main();
