import { z } from 'zod';
import { createdProgramSchema, createProgramSchema, programListSchema } from '../program.ts';
import type { RouteTable } from '../route.ts';

/** Programs that ask people, over MCP or HTTP. */
export const programsRoutes = {
  'GET /api/programs': {
    summary: 'All programs that ask',
    role: 'admin',
    answers: { 200: programListSchema },
    problems: [],
  },
  'POST /api/programs': {
    summary: 'Add a program that asks; its token is shown once',
    role: 'admin',
    body: createProgramSchema,
    answers: { 201: createdProgramSchema },
    problems: [],
  },
  'DELETE /api/programs/:id': {
    summary: 'Revoke the token of a program; its open questions are withdrawn',
    role: 'admin',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
} satisfies RouteTable;
