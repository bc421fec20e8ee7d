import type { AnyOperation } from '@countersign/server/journal/operation';
import {
  addUapRoute,
  leadUapRoute,
  removeUapRoute,
  replaceUapRoute,
  storedRoutes,
} from './route-operations.ts';
import {
  addService,
  keepLifeChanges,
  removeService,
  replaceService,
  storedServices,
} from './services/service-operations.ts';
import { keepChild, removeChild } from './tree/child-operations.ts';

/** What changes the store for the registry of services. */
export const registryOperations: readonly AnyOperation[] = [
  addUapRoute,
  leadUapRoute,
  removeUapRoute,
  replaceUapRoute,
  storedRoutes,
  addService,
  keepLifeChanges,
  removeService,
  replaceService,
  storedServices,
  keepChild,
  removeChild,
];
