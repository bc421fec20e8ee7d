import {
  registryDetailSchema,
  registryHitsSchema,
  registryListSchema,
  registryQuerySchema,
  searchRegistrySchema,
} from '../registry.ts';
import type { RouteTable } from '../route.ts';

/** The registry of services as people see it; programs use the contract of UAP under `/api/uap`. */
export const registryRoutes = {
  'GET /api/registry/services': {
    summary: 'Registered services with their health and leases; at most 200',
    query: registryQuerySchema,
    answers: { 200: registryListSchema },
    problems: [],
  },
  'GET /api/registry/services/:id': {
    summary: 'A registered service, and what it says about itself',
    answers: { 200: registryDetailSchema },
    problems: ['not-found'],
  },
  'POST /api/registry/search': {
    summary: 'Find services by what they can do, in plain words; with the reason of each hit',
    // It changes nothing.
    role: 'viewer',
    body: searchRegistrySchema,
    answers: { 200: registryHitsSchema },
    problems: [],
  },
} satisfies RouteTable;
