import { describe, expect, it } from 'vitest';
import { unitIn } from './units.ts';

describe('unitIn', () => {
  it.each([
    ['weight in grams', '', 'g'],
    ['weight of the parcel (kg)', '', 'kg'],
    ['how heavy it is, kilograms', '', 'kg'],
    ['重量（千克）', '', 'kg'],
    ['重量，单位：克', '', 'g'],
    ['重量，以千克计', '', 'kg'],
    ['how long to wait', 'delayMs', 'ms'],
    ['timeout in s', '', 's'],
    ['timeout [milliseconds]', '', 'ms'],
    ['price (EUR)', '', 'EUR'],
    ['price in US$', '', 'USD'],
    ['price in cents (EUR)', '', 'EUR cent'],
    ['price in euro cents', '', 'EUR cent'],
    ['amount (EUR)', 'amountCents', 'EUR cent'],
    ['price in cents', '', 'cents'],
    ['share of the vote in percent', '', '%'],
    ['length_of_road', 'length_km', 'km'],
  ])('%s %s: %s', (description, name, symbol) => {
    expect(unitIn(description, name)?.symbol).toBe(symbol);
  });

  it('keeps the per-unit', () => {
    expect(unitIn('price of the person in EUR per hour', 'rate')).toMatchObject({
      symbol: 'EUR',
      per: 'h',
    });
    expect(unitIn('speed (km/h)', '')).toMatchObject({ symbol: 'km', per: 'h' });
  });

  it.each([
    ['second contact address', 'address'],
    ['when the person is in the office', 'free'],
    ['how well the person fits, 0 to 1', 'score'],
    ['least rate', 'rateMin'],
    ['name of the guest', 'name'],
    ['a day in May', 'day'],
  ])('reads no unit into "%s"', (description, name) => {
    expect(unitIn(description, name)).toBeNull();
  });
});
