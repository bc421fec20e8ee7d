import { z } from 'zod';
import type { RouteTable } from '../route.ts';
import { statedIssue } from '../stated-issue.ts';
import { createViewSchema, savedViewSchema, viewListSchema } from '../view.ts';

const maxMembers = 40;
const bodySchema = createViewSchema.refine(
  ({ search }) => Object.keys(search).length <= maxMembers,
  {
    ...statedIssue(`A view has at most ${maxMembers} filters.`, {
      code: 'request.too-many-filters',
      params: { limit: maxMembers },
    }),
    path: ['search'],
  },
);

/** Saved views. */
export const viewsRoutes = {
  'GET /api/views': {
    summary: 'The views of the signed-in operator and the shared ones',
    answers: { 200: viewListSchema },
    problems: [],
  },
  'POST /api/views': {
    summary: 'Save a set of filters under a name',
    body: bodySchema,
    answers: { 201: savedViewSchema },
    problems: [],
  },
  'PUT /api/views/:id': {
    summary: 'Change a view: for its owner and administrators',
    body: bodySchema,
    answers: { 200: savedViewSchema },
    problems: ['not-found'],
  },
  'DELETE /api/views/:id': {
    summary: 'Remove a view: for its owner and administrators',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
} satisfies RouteTable;
