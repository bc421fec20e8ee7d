export function isStale(built: string, sources: readonly string[]): boolean;
export const consoleSources: string[];
