interface Program {
  readonly exports: {
    main(argv: readonly string[]): Promise<number>;
    describeSchemas(): Promise<Readonly<Record<string, unknown>>>;
  };
  /** Names of the chunks that ran, in order. */
  linkedChunks(): string[];
}

/** The module of the first part; `loadPart` yields the chunks of another one, which lies beside it. */
export function loadProgram(file: string, loadPart?: (name: string) => object): Program;
