/** Factor for the number of random cases: 1, or as set by `npm run unit:deep`. */
export const depth = Number(process.env['COUNTERSIGN_DEEP'] ?? 1);

/**
 * The number of random cases of a property that sets its own (fast-check's `numRuns`).
 *
 * @example fc.assert(property, { numRuns: runs(1_000) })
 */
export const runs = (usual: number): number => usual * depth;
