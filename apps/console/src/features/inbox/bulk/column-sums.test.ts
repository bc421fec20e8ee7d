import { expect, it } from 'vitest';
import { anyPrompt } from '../../../testing/any-prompt.ts';
import { sumsOf } from './column-sums.ts';
import { differingOf } from './differing.ts';

const of = (payloads: readonly Record<string, unknown>[]) => {
  const prompts = payloads.map((payload, index) => {
    const prompt = anyPrompt(String(index));
    return { ...prompt, message: { ...prompt.message, payload } };
  });
  return sumsOf(prompts, differingOf(prompts));
};

it('adds decimals exactly, with what the smallest and the largest are', () => {
  const rows = [0.1, 0.2, -0.7].map((value) => ({ amount: { value, currency: 'EUR' } }));
  expect(of(rows)).toMatchObject([{ sum: '-0.4', low: '-0.7', high: '0.2', currency: 'EUR' }]);
  const many = Array.from({ length: 1_000 }, (_, index) => ({ price: index + 0.01 }));
  expect(of(many)).toMatchObject([{ sum: '499510.00', low: '0.01', high: '999.01' }]);
});

it('leaves out numbers that name something, and columns that are no number in some row', () => {
  expect(of([{ orderId: 1 }, { orderId: 2 }])).toEqual([]);
  expect(of([{ year: 2025 }, { year: 2026 }])).toEqual([]);
  expect(of([{ amount: 1 }, { amount: 'two' }])).toEqual([]);
});

it('has no currency where the rows have several', () => {
  const rows = [
    { amount: { value: 1, currency: 'EUR' } },
    { amount: { value: 2, currency: 'USD' } },
  ];
  expect(of(rows)[0]?.currency).toBeNull();
});
