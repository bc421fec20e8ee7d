import { policySchema } from '@countersign/api/policy';
import { expect, it } from 'vitest';
import { defaultPolicy, nextPolicy } from './policy.ts';

it('begins as one that could be written', () => {
  expect(policySchema.parse(defaultPolicy)).toEqual(defaultPolicy);
});

it('goes from version to version, each made from the one before', () => {
  const classes = { ...defaultPolicy.classes, info: defaultPolicy.classes.critical };
  const by = { operatorId: 'ann', at: 5 };
  const next = nextPolicy(defaultPolicy, { version: 1, classes }, by);
  expect(next).toEqual({ version: 2, classes, updatedAt: 5, updatedBy: 'ann' });
  expect(nextPolicy({ ...defaultPolicy, version: 2 }, { version: 1, classes }, by)).toBeNull();
});
