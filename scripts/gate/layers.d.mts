export function checkLayers(root: string): readonly string[];
