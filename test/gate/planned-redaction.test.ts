import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { planOfTable } from '../../src/redaction/secret-spans.ts';

it.each(['hook', 'loom'])(
  'the program %s holds the plan of the table of redaction as it is in the sources',
  (program) => {
    const text = readFileSync(new URL(`../../dist/${program}.cjs`, import.meta.url), 'latin1');
    const [, offsets, buckets] = /TABLE_PLAN\s*=\s*\{offsets:(\[[\d,e]*\]),buckets:(\[[\d,e]*\])\}/.exec(text) ?? [];
    expect({ offsets: JSON.parse(offsets ?? 'null'), buckets: JSON.parse(buckets ?? 'null') }).toEqual(planOfTable());
  },
);
