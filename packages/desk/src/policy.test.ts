import { policySchema } from '@countersign/api/settings/policy';
import { expect, it } from 'vitest';
import { defaultPolicy, nextPolicy } from './policy.ts';

it('starts with a valid policy', () => {
  expect(policySchema.parse(defaultPolicy)).toEqual(defaultPolicy);
});

it('increments the version, each made from the previous one', () => {
  const classes = { ...defaultPolicy.classes, info: defaultPolicy.classes.critical };
  const by = { operatorId: 'ann', at: 5 };
  const next = nextPolicy(defaultPolicy, { version: 1, classes }, by);
  expect(next).toEqual({ version: 2, classes, updatedAt: 5, updatedBy: 'ann' });
  expect(nextPolicy({ ...defaultPolicy, version: 2 }, { version: 1, classes }, by)).toBeNull();
});
