import { z } from 'zod';
import type { RouteTable } from '../route.ts';

/** Who did what. */
export const auditRoutes = {
  'GET /api/audit': {
    summary: 'Audit rows, newest first, with the hash chain',
    role: 'operator',
    query: z.object({
      task: z.string().optional(),
      operator: z.string().optional(),
      cursor: z.string().optional(),
      limit: z.coerce.number<number>().int().min(1).max(500).default(100),
    }),
    answers: {
      200: z.object({
        items: z.array(z.record(z.string(), z.unknown())),
        nextCursor: z.string().nullable(),
      }),
    },
    problems: [],
  },
  'GET /api/audit/verify': {
    summary: 'Check the hash chain, its sealed end, and the decisions it is about',
    role: 'operator',
    answers: {
      200: z.object({
        ok: z.boolean(),
        rows: z.number(),
        brokenAt: z.number().nullable(),
        what: z.enum(['chain', 'columns', 'decision', 'end']).nullable(),
      }),
    },
    problems: [],
  },
} satisfies RouteTable;
