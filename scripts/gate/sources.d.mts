export function checkSources(root: string): readonly string[];
