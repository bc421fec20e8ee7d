import { rowOf } from '@countersign/api/prompt-row';
import { describe, expect, it } from 'vitest';
import { anyPrompt } from '../../testing/any-prompt.ts';
import { commonAsk, figureRange } from './group-text.ts';

const paying = (...payloads: Record<string, unknown>[]) =>
  payloads.map((payload, index) =>
    rowOf(anyPrompt(`p${index}`, { message: { ...anyPrompt('m').message, payload } })),
  );

describe('the ask of a group', () => {
  it('keeps what all have in common, with a gap for what differs', () => {
    expect(
      commonAsk(['Refund order 1, outside the 30 days', 'Refund order 22, outside the 30 days']),
    ).toBe('Refund order … outside the 30 days');
  });

  it('is the ask itself when all are the same', () => {
    expect(commonAsk(['Restart pay-1?', 'Restart pay-1?'])).toBe('Restart pay-1?');
  });

  it('is the first when nothing is common', () => {
    expect(commonAsk(['Refund it', 'Send mail'])).toBe('Refund it');
  });

  it('never repeats a word that is at both ends', () => {
    expect(commonAsk(['go go go', 'go go'])).toBe('go go …');
  });
});

describe('the figure of a group', () => {
  it('is a span of money with its sign once', () => {
    const amount = (value: number) => ({ amount: { value, currency: 'EUR' } });
    expect(figureRange(paying(amount(51), amount(29)))).toBe('€29–51');
    expect(figureRange(paying(amount(51), amount(29.5)))).toBe('€29.50–51.00');
  });

  it('names a plain number', () => {
    expect(figureRange(paying({ days: 3 }, { days: 9 }))).toBe('days 3–9');
  });

  it('is not money when currencies differ', () => {
    const eur = { amount: { value: 1, currency: 'EUR' } };
    const usd = { amount: { value: 2, currency: 'USD' } };
    expect(figureRange(paying(eur, usd))).toBe('value 1–2');
  });

  it('passes over figures that are the same or missing in one', () => {
    expect(figureRange(paying({ a: 1, b: 2 }, { a: 1 }))).toBeNull();
    expect(figureRange(paying({ a: 1, b: 2, c: 3 }, { a: 1, c: 4 }))).toBe('c 3–4');
  });
});
