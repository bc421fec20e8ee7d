/** How many times as many random cases as usual: 1, or what `npm run unit:deep` asks for. */
export const depth = Number(process.env['COUNTERSIGN_DEEP'] ?? 1);

/**
 * The random cases of a property that says its own number (fast-check's `numRuns`).
 *
 * @example fc.assert(property, { numRuns: runs(1_000) })
 */
export const runs = (usual: number): number => usual * depth;
