import { describe, expect, it } from 'vitest';
import { writeFormalGoal } from '../formal-goal.ts';
import { readGoal } from './read-goal.ts';

const formal = (text: string): string => {
  const read = readGoal(text);
  return read.ok ? writeFormalGoal(read.movements) : read.reason;
};

describe('goals in English', () => {
  it.each([
    ['Move the robot by 10 centimeters', 'move(10)'],
    ['move forward 2 meters', 'move(200)'],
    ['rotate 90 degrees', 'rotate(90)'],
    ['turn left 45 degrees', 'rotate(45)'],
    ['Turn the arm 45° to the right.', 'rotate(-45)'],
    ['Please retract the arm by 55 mm', 'move(-5.5)'],
    ['pull back 2 inches', 'move(-5.08)'],
    [
      'Move out ten and a half centimetres, then turn half a turn to the left',
      'move(10.5); rotate(180)',
    ],
    ['a quarter turn clockwise and then move 5cm back', 'rotate(-90); move(-5)'],
    ['Could you move the tool outwards by twenty-five centimetres?', 'move(25)'],
    ['Move by one hundred and twenty millimetres.', 'move(12)'],
    ['move 10', 'move(10)'],
    ['move -10 cm', 'move(-10)'],
    ['swing it 30 degrees to the left', 'rotate(30)'],
    ['Move 30 degrees to the left', 'rotate(30)'],
    ['move(10); rotate(-30)', 'move(10); rotate(-30)'],
  ])('%s → %s', (text, goal) => expect(formal(text)).toBe(goal));
});

describe('B14: a word that contains another one is not that one', () => {
  it.each([
    ['rotate 30 degrees counterclockwise', 'rotate(30)'],
    ['rotate 30 degrees counter-clockwise', 'rotate(30)'],
    ['Rotate anticlockwise by 12.5 degrees', 'rotate(12.5)'],
    ['rotate 30 degrees clockwise', 'rotate(-30)'],
  ])('%s → %s', (text, goal) => expect(formal(text)).toBe(goal));
});

describe('goals in Chinese', () => {
  it.each([
    ['把机器人移动10厘米', 'move(10)'],
    ['向前移动十厘米', 'move(10)'],
    ['后退 5 公分', 'move(-5)'],
    ['手臂缩回二十五毫米', 'move(-2.5)'],
    ['顺时针旋转30度', 'rotate(-30)'],
    ['逆时针旋转三十度', 'rotate(30)'],
    ['向左转四十五度，然后伸出１０厘米。', 'rotate(45); move(10)'],
    ['向右转半圈', 'rotate(-180)'],
    ['先前进十点五厘米，再向左转九十度', 'move(10.5); rotate(90)'],
    ['伸出一百二十毫米', 'move(12)'],
  ])('%s → %s', (text, goal) => expect(formal(text)).toBe(goal));
});

describe('what is not certain is not read', () => {
  it.each([
    ['Make me a coffee', 'nothing'],
    ['', 'nothing'],
    ['Do not move 10 cm', 'negated'],
    ['不要移动10厘米', 'negated'],
    ['Move 10 cm if nobody is near', 'conditional'],
    ['move 10 cm twice', 'conditional'],
    ['移动 10 厘米两次', 'conditional'],
    ['Turn left', 'no-amount'],
    ['向左转', 'no-amount'],
    ['Move 10 or 20 cm', 'several-amounts'],
    ['rotate to 90 degrees', 'absolute'],
    ['转到 90 度', 'absolute'],
    ['move 10 cm to the left', 'sideways'],
    ['Lift it up by 5 cm', 'sideways'],
    ['向上抬 5 厘米', 'sideways'],
    ['move back -10 cm', 'contradiction'],
    ['turn 10 cm', 'contradiction'],
    ['rotate 30 degrees clockwise to the left', 'contradiction'],
    ['move out and back by 10 cm', 'no-amount'],
    ['move 4000 cm', 'too-far'],
    ['move 0 cm', 'too-far'],
    ['move(9999)', 'too-far'],
  ])('%s: %s', (text, reason) => expect(formal(text)).toBe(reason));
});
