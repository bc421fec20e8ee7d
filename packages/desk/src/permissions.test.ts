import { operatorRoleSchema } from '@countersign/api/operator';
import { expect, it } from 'vitest';
import { may, onlyReads, roleCovers } from './permissions.ts';

const roles = operatorRoleSchema.options;

it('gives registrants nothing of it, viewers and auditors reading, operators work, administrators everything', () => {
  const table = roles.map((role) =>
    (['read', 'work', 'administer'] as const).map((permission) => may({ role }, permission)),
  );
  expect(table).toEqual([
    [false, false, false],
    [true, false, false],
    [true, false, false],
    [true, true, false],
    [true, true, true],
  ]);
  expect(roles.map((role) => onlyReads({ role }))).toEqual([false, true, true, false, false]);
});

it('gives no permission without an operator, and does not call that read-only', () => {
  for (const nobody of [null, undefined]) {
    expect(may(nobody, 'read')).toBe(false);
    expect(onlyReads(nobody)).toBe(false);
  }
});

it('orders the roles', () => {
  expect(roles.map((role) => roleCovers(role, 'operator'))).toEqual([
    ...[false, false, false, true, true],
  ]);
});
