/** How an answer is wanted, read from the arguments themselves so that a usage error knows it too. */
export interface OutputMode {
  readonly format: 'text' | 'json' | 'jsonl';
  readonly quiet: boolean;
  readonly debug: boolean;
  readonly color: boolean | undefined;
}

/** Reads the output flags before `--`; a flag given twice counts as its last form. */
export function readOutputMode(argv: readonly string[]): OutputMode {
  const end = argv.indexOf('--');
  const flags = end === -1 ? argv : argv.slice(0, end);
  const has = (name: string): boolean => flags.includes(name);
  const color = flags.findLast((flag) => flag === '--color' || flag === '--no-color');
  return {
    format: has('--json') ? 'json' : has('--jsonl') ? 'jsonl' : 'text',
    quiet: has('--quiet') || flags.some((flag) => /^-[a-z]*q[a-z]*$/.test(flag)),
    debug: has('--debug') || (process.env['LOOM_DEBUG'] ?? '') !== '',
    color: color === undefined ? undefined : color === '--color',
  };
}
