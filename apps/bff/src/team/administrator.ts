import { administratorId, type Operator } from '@countersign/api/operator';

/** Known by the token of the server itself: it is no row of the store, and cannot be changed. */
export const administrator: Operator = {
  id: administratorId,
  name: 'Administrator',
  role: 'admin',
  groups: [],
};
