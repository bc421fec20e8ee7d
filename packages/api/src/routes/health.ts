import { z } from 'zod';
import type { RouteTable } from '../route.ts';
import { storeStateSchema } from '../store-state.ts';

const okSchema = z.object({ status: z.literal('ok') });
const healthSchema = okSchema.extend({ store: storeStateSchema });

/** Health of the process, for monitoring. */
export const healthRoutes = {
  'GET /health': {
    summary: 'The process responds; reports whether the store is writable',
    answers: { 200: healthSchema },
    problems: [],
  },
  'GET /health/live': {
    summary: 'The process responds: if it does not, restart it',
    answers: { 200: okSchema },
    problems: [],
  },
  'GET /health/ready': {
    summary: 'Requests can be served: the store can be written',
    description:
      'Otherwise the problem `not-ready`, whose member `state` is `starting`, `store-away` or `draining`.',
    answers: { 200: healthSchema },
    problems: [],
  },
} satisfies RouteTable;
