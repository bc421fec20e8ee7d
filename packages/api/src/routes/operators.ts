import { z } from 'zod';
import {
  changeOperatorSchema,
  createdOperatorSchema,
  createOperatorSchema,
  operatorSchema,
} from '../operator.ts';
import type { RouteTable } from '../route.ts';

/** Operators. */
export const operatorsRoutes = {
  'GET /api/operators': {
    summary: 'All operators',
    role: 'admin',
    answers: { 200: z.object({ items: z.array(operatorSchema), nextCursor: z.null() }) },
    problems: [],
  },
  'POST /api/operators': {
    summary: 'Add a named operator; the token is shown once',
    role: 'admin',
    body: createOperatorSchema,
    answers: { 201: createdOperatorSchema },
    problems: ['operator-exists'],
  },
  'PATCH /api/operators/:id': {
    summary: 'Change name, role or groups; applies to open sessions at once',
    role: 'admin',
    body: changeOperatorSchema,
    answers: { 200: operatorSchema },
    problems: ['not-found'],
  },
  'DELETE /api/operators/:id': {
    summary: 'Remove an operator: sessions and streams end, claims are released',
    role: 'admin',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
} satisfies RouteTable;
