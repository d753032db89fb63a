export function terminalPicture(terminal: {
  readonly output: string;
  readonly columns: number;
  readonly title: string;
}): string;
