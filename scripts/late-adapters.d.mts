/** Turns each re-export into a function that requires its module, or what `place` makes of the path, when it is called. */
export function makeAdaptersLate(source: string, place?: (path: string) => string): string;
