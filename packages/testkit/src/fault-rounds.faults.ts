import { expect, it } from 'vitest';
import { eachFaultRound, seededRandom } from './fault-rounds.ts';

it('draws the same numbers for the same seed', () => {
  const draw = (seed: number) => Array.from({ length: 5 }, seededRandom(seed));
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
});

it('names the seed of a round that failed', async () => {
  const failing = eachFaultRound(() => {
    throw new Error('an event was lost');
  });
  await expect(failing).rejects.toThrow(/^Seed \d+ \(.*--seed \d+\): an event was lost$/);
});
