import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

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

it('leaves out what was undone before its turn', async () => {
  const turns = createTurns();
  const seen: string[] = [];
  turns.take(() => seen.push('first'));
  const undo = turns.take(() => seen.push('second'));
  turns.take(() => seen.push('third'));
  undo();
  await turns.next();
  expect(seen).toEqual(['first', 'third']);
});
