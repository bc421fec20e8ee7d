import { expect, it } from 'vitest';
import { fits } from './judge.ts';

it('a schema checks an exact number by its exact value', () => {
  const long = '\ufdd012345678901234567890';
  const ok = (schema: object, value: unknown) => fits(schema, value);
  expect(ok({ type: 'integer' }, long)).toBe(true);
  expect(ok({ type: 'number' }, '\ufdd01e-400')).toBe(true);
  expect(ok({ type: 'integer' }, '\ufdd01e-400')).toBe(false);
  expect(ok({ type: 'string' }, long)).toBe(false);
  expect(ok({ maxLength: 3 }, long)).toBe(true);
  expect(ok({ maximum: 12345678901234567000 }, long)).toBe(false);
  expect(ok({ minimum: 12345678901234567000 }, long)).toBe(true);
  expect(ok({ exclusiveMinimum: 0 }, '\ufdd01e-400')).toBe(true);
  expect(ok({ enum: [1, long] }, long)).toBe(true);
});
