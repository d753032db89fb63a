// A server of pages in the background, and a browser that asks it.
import { spawn } from 'node:child_process';
import { medianOf } from './measure.mjs';

async function firstLine(child) {
  let text = '';
  for await (const piece of child.stdout.setEncoding('utf8')) {
    text += piece;
    if (text.includes('\n')) return text;
  }
  throw new Error('the server ended before it said where it is');
}

/** Starts it and comes in; `median` are milliseconds until a page was read whole. */
export async function startPages({ argv: [program, ...words], env }) {
  const child = spawn(program, words, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const { address } = JSON.parse(await firstLine(child));
  const entered = await fetch(address);
  const headers = { cookie: entered.headers.get('set-cookie').split(';')[0] };
  const base = address.replace(/\/enter\?.*$/, '');
  const ask = async (path) => {
    const since = process.hrtime.bigint();
    const answer = await fetch(base + path, { headers });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    return Number(process.hrtime.bigint() - since) / 1e6;
  };
  return {
    median: async (path, rounds) => {
      await ask(path);
      const times = [];
      for (let round = 0; round < rounds; round += 1) times.push(await ask(path));
      return medianOf(times);
    },
    stop: () => child.kill('SIGINT'),
  };
}
