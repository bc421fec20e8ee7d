import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contextFromZod } from './context.ts';
import { applyMapping } from './mapping/apply-mapping.ts';
import { mediate } from './mapping/mediation.ts';

const number = (description: string) => z.number().describe(description);
const between = (from: string, to: string, value: number, target = number(to)) => {
  const payload = { value };
  const sender = { context: contextFromZod(z.object({ value: number(from) })), payload };
  const receiver = { context: contextFromZod(z.object({ value: target })) };
  const { mapping, undecided } = mediate({ sender, receiver });
  return { mapping, undecided, filled: applyMapping(mapping, payload), sender, receiver };
};

describe('a match across units', () => {
  it.each([
    ['weight in grams', 'weight in kilograms', 1250, 1.25, 'g → kg, divided by 1000'],
    ['weight in kg', 'weight in grams', 1.25, 1250, 'kg → g, multiplied by 1000'],
    ['重量（克）', '重量（千克）', 300, 0.3, 'g → kg, divided by 1000'],
    ['delay in ms', 'delay in seconds', 1500, 1.5, 'ms → s, divided by 1000'],
    ['price in cents (EUR)', 'price in EUR', 1999, 19.99, 'EUR cent → EUR, divided by 100'],
    ['share in percent', 'share, 0 to 1', 35, 0.35, '% → of 1, divided by 100'],
    ['price (EUR per hour)', 'price in cents (EUR) per hour', 80, 8000, 'multiplied by 100'],
  ])('converts what is exact and says so: %s → %s', (from, to, value, expected, words) => {
    const { mapping, undecided, filled } = between(from, to, value);
    expect(undecided).toEqual([]);
    expect(filled).toEqual({ value: expected });
    expect(mapping[0]?.reason).toContain(words);
    expect(mapping[0]?.conversion).toBeDefined();
  });

  it.each([
    ['price in EUR', 'price in USD', 'EUR where USD is wanted'],
    ['price in cents', 'price in EUR', 'cents where EUR is wanted'],
    ['weight in grams', 'weight', 'one side is in g'],
    ['weight', 'weight in kg', 'one side is in kg'],
    ['price in EUR per hour', 'price in EUR per day', 'EUR per h where EUR per d is wanted'],
    ['temperature (°C)', 'temperature (°F)', '°C where °F is wanted'],
  ])('asks where arithmetic settles nothing: %s → %s', (from, to, why) => {
    const { mapping, undecided } = between(from, to, 40);
    expect(mapping).toEqual([]);
    expect(undecided).toMatchObject([
      { to: '/value', why: 'unit', candidates: [{ from: '/value' }] },
    ]);
    expect(undecided[0]?.candidates[0]?.reason).toContain(why);
  });

  it('asks if an integer is required and the result is not one', () => {
    const whole = z.int().describe('weight in kilograms');
    expect(between('weight in grams', '', 1250, whole).undecided).toMatchObject([{ why: 'unit' }]);
    expect(between('weight in grams', '', 3000, whole).filled).toEqual({ value: 3 });
  });

  it('uses the choice of a person, and converts it if that is exact', () => {
    const remembered = [{ from: '/value', to: '/value' }];
    const { sender, receiver } = between('weight in grams', 'mass in kilograms', 1250);
    const converted = mediate({ sender, receiver, remembered });
    expect(applyMapping(converted.mapping, sender.payload)).toEqual({ value: 1.25 });
    const other = between('price in EUR', 'price in USD', 40);
    const settled = mediate({ sender: other.sender, receiver: other.receiver, remembered });
    expect(settled.undecided).toEqual([]);
    expect(applyMapping(settled.mapping, other.sender.payload)).toEqual({ value: 40 });
    expect(settled.mapping[0]?.reason).toContain('EUR where USD is wanted');
  });

  it('converts every item of a list, and leaves equal units and texts unchanged', () => {
    const parcels = (unit: string) =>
      z.object({ parcels: z.array(z.object({ weight: number(`weight in ${unit}`) })) });
    const payload = { parcels: [{ weight: 500 }, { weight: 2000 }] };
    const sender = { context: contextFromZod(parcels('grams')), payload };
    const map = (unit: string) =>
      applyMapping(
        mediate({ sender, receiver: { context: contextFromZod(parcels(unit)) } }).mapping,
        payload,
      );
    expect(map('kg')).toEqual({ parcels: [{ weight: 0.5 }, { weight: 2 }] });
    expect(map('g')).toEqual(payload);
    const gathered = contextFromZod(
      z.object({ weights: z.array(z.number()).describe('weight in kg') }),
    );
    const { mapping } = mediate({ sender, receiver: { context: gathered } });
    expect(applyMapping(mapping, payload)).toEqual({ weights: [0.5, 2] });
  });
});
