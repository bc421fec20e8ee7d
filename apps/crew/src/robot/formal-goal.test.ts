import { expect, it } from 'vitest';
import { readFormalGoal, readMovement, writeFormalGoal } from './formal-goal.ts';

it('reads what it writes', () => {
  const goal = [
    { name: 'move', amount: 10 },
    { name: 'rotate', amount: -22.5 },
    { name: 'move', amount: 0.0000004 },
  ] as const;
  expect(writeFormalGoal(goal)).toBe('move(10); rotate(-22.5); move(0)');
  expect(readFormalGoal('move(10); rotate(-22.5)\nmove( 3 )')).toEqual([
    { name: 'move', amount: 10 },
    { name: 'rotate', amount: -22.5 },
    { name: 'move', amount: 3 },
  ]);
});

it.each([
  '',
  'move',
  'move()',
  'move(1e9)',
  'move(NaN)',
  'shutdown()',
  'move(1) now',
  'move(1);',
  'move(12345)',
])('reads nothing from %j', (text) => {
  expect(readFormalGoal(text)).toBeNull();
  expect(readMovement(text)).toBeNull();
});
