export function sourceFiles(root: string, folder?: string): readonly string[];
