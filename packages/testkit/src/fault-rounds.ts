/** Numbers in [0, 1) determined by a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Runs a round of faults once with a fixed seed, so that CI is deterministic; with `FAULT_MINUTES`
 * repeatedly with new seeds. `FAULT_SEED` sets the first seed. A failure reports its seed.
 */
export async function eachFaultRound(
  round: (random: () => number, seed: number) => Promise<void> | void,
): Promise<void> {
  const minutes = Number(process.env['FAULT_MINUTES'] ?? 0);
  const endsAt = Date.now() + minutes * 60_000;
  const first = process.env['FAULT_SEED'];
  let seed = first === undefined ? (minutes > 0 ? Date.now() % 1_000_000_000 : 1) : Number(first);
  do {
    try {
      await round(seededRandom(seed), seed);
    } catch (error) {
      throw new Error(
        `Seed ${seed} (again with: npm run test:faults -- --seed ${seed}): ${
          error instanceof Error ? error.message : error
        }`,
        { cause: error },
      );
    }
    seed += 1;
  } while (Date.now() < endsAt);
}
