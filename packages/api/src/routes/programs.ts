import { z } from 'zod';
import { createdProgramSchema, createProgramSchema, programListSchema } from '../program.ts';
import type { RouteTable } from '../route.ts';

/** Clients of the MCP endpoint. */
export const programsRoutes = {
  'GET /api/programs': {
    summary: 'All clients of the MCP endpoint',
    role: 'admin',
    answers: { 200: programListSchema },
    problems: [],
  },
  'POST /api/programs': {
    summary: 'Add a client of the MCP endpoint; its token is shown once',
    role: 'admin',
    body: createProgramSchema,
    answers: { 201: createdProgramSchema },
    problems: [],
  },
  'DELETE /api/programs/:id': {
    summary: 'Revoke the token of a client; its open questions are withdrawn',
    role: 'admin',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
} satisfies RouteTable;
