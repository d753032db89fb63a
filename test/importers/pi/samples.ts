import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ImporterSample } from '../../contract/importer-sample.ts';
import type { Fields } from '../support/claude-records.ts';
import { answer, ask, call, entry, GARDEN, header, linesOf, NAME, result, titleSlot } from '../support/pi-records.ts';

const FIRST = 'Why do the beans not sprout?';

const CHAT: readonly Fields[] = [
  entry('model_change', 'a1', null, { provider: 'acme', modelId: 'tulip-5' }),
  ask('a2', 'a1', FIRST),
  answer('a3', 'a2', [call('c1', 'read', { path: 'beds.ts' })]),
  result('a4', 'a3', 'c1'),
  answer('a5', 'a4', 'It is too cold.'),
];
const MORE: readonly Fields[] = [ask('a6', 'a5', 'Warm the bed'), answer('a7', 'a6', 'It is warm.')];

function bare(records: readonly Fields[]): readonly Fields[] {
  return records.map(({ id: _, parentId: __, ...rest }) => rest);
}

interface Shape {
  readonly agent: 'pi' | 'omp' | 'gjc';
  readonly format: string;
  readonly head: string;
  readonly shape?: (records: readonly Fields[]) => readonly Fields[];
}

/** Leaves out the first prompt, and adds a turn. */
function saveRewritten(path: string, more: string): void {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  writeFileSync(path, `${lines.filter((line) => !line.includes(FIRST)).join('\n')}\n${more}`);
}

function sampleOf({ agent, format, head, shape = (records) => records }: Shape): ImporterSample {
  const more = linesOf(shape(MORE));
  return {
    agent,
    format,
    nativeId: GARDEN,
    counts: { prompts: 1, answers: 2, toolCalls: 1 },
    firstWords: FIRST,
    write: (folder) => {
      const path = join(folder, NAME.replace('.pi', `.${agent}`));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, head + linesOf(shape(CHAT)));
      return path;
    },
    grow: (path) => appendFileSync(path, more),
    rewrite: (path) => saveRewritten(path, more),
  };
}

const { version: _version, ...unversioned } = header();

/** Invented sessions of pi and its relatives. */
export const PI_SAMPLES: readonly ImporterSample[] = [
  sampleOf({ agent: 'pi', format: 'tree', head: linesOf([header()]) }),
  sampleOf({ agent: 'pi', format: 'version 1', head: linesOf([unversioned]), shape: bare }),
  sampleOf({ agent: 'omp', format: 'tree with a title', head: titleSlot('Beans') + linesOf([header()]) }),
  sampleOf({ agent: 'gjc', format: 'version 5', head: linesOf([header({ version: 5 })]) }),
];
