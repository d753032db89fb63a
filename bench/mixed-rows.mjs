// Sessions of several agents, found in their usual places and imported by one command.
import { join } from 'node:path';
import { generateMixed } from './generate-mixed.mjs';
import { compare, leaveAside, peakMemory } from './measure.mjs';
import { floorRows, loom, MEMORY_TARGET, parseLines, ratioRow } from './rows.mjs';

/** Everything of four agents read, redacted and kept, against nothing but the parsing; then once more, with nothing new. */
export function mixedRows({ work, bytes, rounds, isStretched }) {
  const home = join(work, 'mixed');
  const store = join(work, 'mixed-store');
  const sample = generateMixed({ home, bytes, isStretched });
  const { argv, env } = loom(store, 'import', '--yes', '--quiet');
  const program = { argv, env: { ...env, HOME: home } };
  const fresh = { ...program, before: () => leaveAside(store) };
  const times = compare({ parse: parseLines(home), import: fresh }, rounds);
  const peak = peakMemory(fresh);
  const again = compare({ find: { argv: ['find', home, '-newer', home] }, again: program }, 3);
  const name = `${sample.files} files of four agents, ${(sample.bytes / 1e6).toFixed(0)} MB`;
  const floor = floorRows({ sample: { name, transcripts: home }, work, rounds });
  for (const folder of [home, store]) leaveAside(folder);
  return [
    ratioRow(`loom import, ${name} / JSON.parse of every line`, 4, { measured: times.import, base: times.parse }),
    { what: `loom import, ${name}: peak memory`, target: MEMORY_TARGET, megabytes: peak },
    ...floor,
    ratioRow(`loom import again, ${name} / find -newer`, 10, { measured: again.again, base: again.find }),
  ];
}
