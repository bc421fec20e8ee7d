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
    summary: 'Check the hash chain, its sealed end, the decisions it is about, and all events',
    role: 'operator',
    answers: {
      200: z.object({
        ok: z.boolean(),
        rows: z.number(),
        brokenAt: z.number().nullable(),
        what: z.enum(['chain', 'columns', 'decision', 'end', 'events']).nullable(),
        events: z.object({
          from: z.number().nullable(),
          to: z.number().nullable(),
          notBound: z.number(),
          broken: z
            .object({
              what: z.enum(['changed', 'missing', 'end']),
              position: z.number(),
              upTo: z.number(),
              threadId: z.string().nullable(),
              sequence: z.number().nullable(),
            })
            .nullable(),
        }),
      }),
    },
    problems: [],
  },
} satisfies RouteTable;
