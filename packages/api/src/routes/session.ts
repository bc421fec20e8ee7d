import { z } from 'zod';
import { operatorSchema } from '../operator.ts';
import type { RouteTable } from '../route.ts';
import { createdSessionSchema, createSessionSchema } from '../session.ts';

/** Signing in and out. */
export const sessionRoutes = {
  'POST /api/session': {
    summary: 'Exchange a token or a one-time code for a session',
    description:
      'A session has two secrets: a cookie, and `proof`, which must be sent in the header `countersign-proof` with every request.',
    role: 'none',
    body: createSessionSchema,
    answers: { 200: createdSessionSchema },
    problems: [],
  },
  'DELETE /api/session': {
    summary: 'Sign out',
    role: 'none',
    answers: { 204: z.null() },
    problems: [],
  },
  'GET /api/me': {
    summary: 'The signed-in operator',
    answers: { 200: operatorSchema },
    problems: [],
  },
} satisfies RouteTable;
