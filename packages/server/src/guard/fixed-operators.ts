import { administratorId, type Operator, registrantId } from '@countersign/api/operator';

/** Authenticated by the token of the server: it has no row in the store, and cannot be changed. */
export const administrator: Operator = {
  id: administratorId,
  name: 'Administrator',
  role: 'admin',
  groups: [],
};

/** Authenticated by `COUNTERSIGN_REGISTRANT_TOKEN`: it may only register services and search for them. */
export const registrant: Operator = {
  id: registrantId,
  name: 'Registrant',
  role: 'registrant',
  groups: [],
};
