import { administratorId, type Operator } from '@countersign/api/operator';

/** Authenticated by the token of the server: it has no row in the store, and cannot be changed. */
export const administrator: Operator = {
  id: administratorId,
  name: 'Administrator',
  role: 'admin',
  groups: [],
};
