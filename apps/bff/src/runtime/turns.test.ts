import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('takes one turn per round, in the order of the requests, and lets others run in between', async () => {
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
  // And again after a pause.
  await turns.next();
});

it('skips work that was undone before its turn', async () => {
  const turns = createTurns();
  const seen: string[] = [];
  turns.take(() => seen.push('first'));
  const undo = turns.take(() => seen.push('second'));
  turns.take(() => seen.push('third'));
  undo();
  await turns.next();
  expect(seen).toEqual(['first', 'third']);
});
