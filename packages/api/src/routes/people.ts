import { z } from 'zod';
import { changeGroupSchema, createGroupSchema, groupSchema } from '../people/group.ts';
import type { RouteTable } from './route.ts';

/** The people who answer, and the groups they are in. */
export const peopleRoutes = {
  'GET /api/groups': {
    summary: 'All groups of people, with their members',
    answers: { 200: z.object({ items: z.array(groupSchema), nextCursor: z.null() }) },
    problems: [],
  },
  'POST /api/groups': {
    summary: 'Add a group',
    role: 'admin',
    body: createGroupSchema,
    answers: { 201: groupSchema },
    problems: ['group-exists'],
  },
  'PATCH /api/groups/:id': {
    summary: 'Change a group, add and remove members; applies to open sessions at once',
    role: 'admin',
    body: changeGroupSchema,
    answers: { 200: groupSchema },
    problems: ['not-found'],
  },
  'DELETE /api/groups/:id': {
    summary: 'Remove a group: nobody is in it any more',
    role: 'admin',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
} satisfies RouteTable;
