import { setImmediate as nextRound } from 'node:timers/promises';
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
  turns.take(() => void seen.push('first'));
  const undo = turns.take(() => void seen.push('second'));
  turns.take(() => void seen.push('third'));
  undo();
  await turns.next();
  expect(seen).toEqual(['first', 'third']);
});

it('starts no more work that lasts than may last at the same time, and continues when some of it has ended or failed', async () => {
  const turns = createTurns({ atOnce: 2 });
  const ends: (() => void)[] = [];
  const fails: (() => void)[] = [];
  for (let index = 0; index < 5; index += 1) {
    turns.take(
      () =>
        new Promise((resolve, reject) => {
          ends.push(resolve);
          fails.push(() => reject(new Error('failed')));
        }),
    );
  }
  const rounds = async () => {
    for (let round = 0; round < 10; round += 1) await nextRound();
  };
  await rounds();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await rounds();
  expect(ends).toHaveLength(3);
  fails[0]?.();
  ends[2]?.();
  await rounds();
  expect(ends).toHaveLength(5);
});

it('continues after work that has thrown', async () => {
  const rounds: (() => void)[] = [];
  const turns = createTurns({ nextRound: (turn) => rounds.push(turn) });
  turns.take(() => {
    throw new Error('thrown');
  });
  const seen: string[] = [];
  turns.take(() => void seen.push('second'));
  expect(() => rounds.shift()?.()).toThrow('thrown');
  rounds.shift()?.();
  expect(seen).toEqual(['second']);
});
