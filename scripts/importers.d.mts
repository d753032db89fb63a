/** Problems as lines: the registry must be what its folders say. */
export function checkRegistry(root: string): string[];
/** The text that the registry should have. */
export function registryText(root: string): string;
