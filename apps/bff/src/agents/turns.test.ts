import { expect, it } from 'vitest';
import { createTurns, slicesOf } from './turns.ts';

it('gives one turn a round, in the order they were asked for, and lets others run in between', async () => {
  const turns = createTurns();
  const seen: string[] = [];
  let rounds = 0;
  const count = () => {
    rounds += 1;
    if (seen.length < 4) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (name) => {
      await turns.next();
      seen.push(`${name} in round ${rounds}`);
    }),
  );
  expect(seen).toEqual(['a in round 1', 'b in round 2', 'c in round 3', 'd in round 4']);
  // And again after it was idle.
  await turns.next();
});

it('cuts a text into slices that together are the text', () => {
  const text = 'data: {"type":"CUSTOM"}\n\n'.repeat(2_000);
  const slices = [...slicesOf(text)];
  expect(slices.length).toBe(4);
  expect(slices.join('')).toBe(text);
  expect([...slicesOf('')]).toEqual([]);
});
