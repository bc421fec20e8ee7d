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
  'GET /ready': {
    summary: 'The store is writable',
    answers: { 200: okSchema },
    problems: [],
  },
} satisfies RouteTable;
