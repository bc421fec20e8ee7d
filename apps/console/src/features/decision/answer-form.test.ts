import { schemaOfValue } from '@countersign/upformat/reading/answer-form';
import { expect, it } from 'vitest';
import { validateValue } from '../../ui/forms/schema/validate.ts';

it('takes a number that is kept as it was written for a number', () => {
  const value = { account: '\ufdd012345678901234567890', amounts: [5, '\ufdd01e-400'] };
  const schema = schemaOfValue(value);
  expect(schema).toEqual({
    type: 'object',
    properties: {
      account: { type: 'number' },
      amounts: { type: 'array', items: { type: 'number' } },
    },
  });
  expect(validateValue(schema, value)).toEqual([]);
});
