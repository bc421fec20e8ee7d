import { z } from 'zod';
import {
  checkedServiceSchema,
  checkServiceSchema,
  registeredServiceSchema,
  registerServiceSchema,
  registryDetailSchema,
  registryHitsSchema,
  registryLeasesSchema,
  registryListSchema,
  registryQuerySchema,
  registryTreeSchema,
  replaceServiceSchema,
  searchRegistrySchema,
  serviceHistorySchema,
  treeServicesSchema,
} from '../registry.ts';
import type { RouteTable } from './route.ts';

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
  'GET /api/registry/services/:id/history': {
    summary: 'What has become of a service: at most 100 changes, newest first',
    answers: { 200: serviceHistorySchema },
    problems: [],
  },
  'GET /api/registry/leases': {
    summary: 'The leases of services, those that end soonest first; at most 200',
    answers: { 200: registryLeasesSchema },
    problems: [],
  },
  'POST /api/registry/check': {
    summary: 'What the registry would do with an entry; nothing is stored',
    // It changes nothing.
    role: 'viewer',
    body: checkServiceSchema,
    answers: { 200: checkedServiceSchema },
    problems: [],
  },
  'POST /api/registry/services': {
    summary: 'Register a service',
    body: registerServiceSchema,
    answers: { 201: registeredServiceSchema },
    problems: ['service-exists', 'registry-full'],
  },
  'PUT /api/registry/services/:id': {
    summary: 'Replace all of a service; its lease begins again',
    body: replaceServiceSchema,
    answers: { 200: registeredServiceSchema },
    problems: ['not-found', 'service-exists', 'service-changed', 'registry-full'],
  },
  'DELETE /api/registry/services/:id': {
    summary: 'Remove a service',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
  'POST /api/registry/services/:id/renewal': {
    summary: 'Renew the lease of a service',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
  'GET /api/registry/tree': {
    summary: 'The registries below this one, and the connection to the one above',
    answers: { 200: registryTreeSchema },
    problems: [],
  },
  'GET /api/registry/tree/:id/services': {
    summary: 'What is registered with a registry of the tree; at most 200',
    answers: { 200: treeServicesSchema },
    problems: [],
  },
  'DELETE /api/registry/tree/:id': {
    summary: 'Forget a registry below this one; it may send its services again',
    role: 'admin',
    answers: { 204: z.null() },
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
