import type { Clock } from './clock.ts';

/** Smaller differences are gradual corrections of the clock, ms. */
export const jumpFromMs = 1_000;

/** Returns at each call by how much the system clock was set since the last call, ms: forward above zero, back below, 0 = not set. */
export function watchWall(clock: Pick<Clock, 'now' | 'monotonic'>): () => number {
  let ahead = clock.now() - clock.monotonic();
  return () => {
    const aheadNow = clock.now() - clock.monotonic();
    const jumpMs = Math.round(aheadNow - ahead);
    ahead = aheadNow;
    return Math.abs(jumpMs) < jumpFromMs ? 0 : jumpMs;
  };
}
