/** A file that says which store this is, and what is wrong with it. */
export interface IdentityFault {
  readonly file: string;
  readonly fault: 'missing' | 'damaged';
}

/** What a person is told of a store that lacks such files: when it is only read, or when they were just made anew. */
export function identityWarnings(faults: readonly IdentityFault[], done: 'read' | 'made'): readonly string[] {
  const named = (fault: IdentityFault['fault']) =>
    faults.filter((each) => each.fault === fault).map(({ file }) => file);
  const [missing, damaged] = [named('missing'), named('damaged')];
  const tags = missing.includes('key') ? '; redaction tags will differ from earlier ones' : '';
  const read = 'what you see comes from the journal';
  return [
    ...(missing.length === 0
      ? []
      : [
          done === 'made'
            ? `the store had no ${missing.join(' and no ')}: made anew${tags}`
            : `the store has no ${missing.join(' and no ')}: ${read}, and the next write makes it anew${tags}`,
        ]),
    ...(damaged.length === 0
      ? []
      : [
          `${damaged.join(' and ')} of the store is damaged: ${read}, and nothing is written until: loom journal repair`,
        ]),
  ];
}
