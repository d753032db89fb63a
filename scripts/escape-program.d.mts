/** The same program in ASCII. */
export function escapeProgram(text: string): string;
