/** Colours by what they mean to the reader; colour alone never carries information. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly name: (text: string) => string;
}

const same = (text: string): string => text;

/** Leaves text as it is. */
export const PLAIN: Paint = { bold: same, dim: same, good: same, warn: same, bad: same, name: same };

/** Loads the colours only when they are wanted. */
export async function loadPaint(color: boolean): Promise<Paint> {
  if (!color) return PLAIN;
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  return {
    bold: (text) => chalk.bold(text),
    dim: (text) => chalk.dim(text),
    good: (text) => chalk.green(text),
    warn: (text) => chalk.yellow(text),
    bad: (text) => chalk.red(text),
    name: (text) => chalk.cyan(text),
  };
}
