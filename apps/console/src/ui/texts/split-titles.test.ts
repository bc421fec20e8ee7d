import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitTitles } from './split-titles.ts';

const isWhole = (text: string) => !/\p{Surrogate}/u.test(text);
const partsOf = (asks: string[]) =>
  asks.map((ask) => {
    const split = splitTitles(asks).get(ask);
    return split === undefined ? ask : [split.shared, split.own];
  });

describe('titles that begin alike', () => {
  it('are divided before the word that differs', () =>
    expect(
      partsOf(['Refund order 88-0001, outside', 'Refund order 88-0002, outside', 'Freeze it?']),
    ).toEqual([
      ['Refund order ', '88-0001, outside'],
      ['Refund order ', '88-0002, outside'],
      'Freeze it?',
    ]));

  it('are left unchanged when they have little in common; one that is the start of another is divided', () =>
    expect(
      partsOf([
        'Refund it',
        'Refund them',
        'Approve the new release',
        'Approve the new release plan',
      ]),
    ).toEqual([
      'Refund it',
      'Refund them',
      ['Approve the new ', 'release'],
      ['Approve the new ', 'release plan'],
    ]));

  it('show the end of long ids that differ there', () => {
    const id = 'restart-run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b1';
    expect(partsOf([`${id}1`, `${id}2`])).toEqual([
      ['restart-run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2', 'a9b11'],
      ['restart-run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2', 'a9b12'],
    ]);
    const long = `job ${'x'.repeat(225)}`;
    expect(partsOf([`${long}a`, `${long}b`])[0]?.[1]).toBe('xxxxa');
  });

  it('are divided where no blanks are, too', () =>
    expect(
      partsOf([
        '请确认向候选人张三发送明天上午的面试邀请并抄送经理',
        '请确认向候选人张三发送明天上午的面试邀请并抄送主管',
      ])[0],
    ).toEqual(['请确认向候选人张三发送明天上午的面试邀', '请并抄送经理']));

  it('are complete in their two parts, for any titles', () =>
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 20 }),
        (asks) => {
          for (const [ask, { shared, own }] of splitTitles(asks)) {
            expect(shared + own).toBe(ask);
            expect(own).not.toBe('');
            expect(isWhole(ask) ? isWhole(shared) && isWhole(own) : true).toBe(true);
          }
        },
      ),
    ));
});
