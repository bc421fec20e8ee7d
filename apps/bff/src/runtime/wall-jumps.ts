import type { Clock } from './clock.ts';

/** Less is a clock that is being brought right little by little, ms. */
export const jumpFromMs = 1_000;

/**
 * Tells, each time it is asked, by how much the clock on the wall has been set since it was asked last, ms: forward above zero,
 * back below, 0 = not set.
 */
export function watchWall(clock: Pick<Clock, 'now' | 'monotonic'>): () => number {
  let ahead = clock.now() - clock.monotonic();
  return () => {
    const aheadNow = clock.now() - clock.monotonic();
    const jumpMs = Math.round(aheadNow - ahead);
    ahead = aheadNow;
    return Math.abs(jumpMs) < jumpFromMs ? 0 : jumpMs;
  };
}
