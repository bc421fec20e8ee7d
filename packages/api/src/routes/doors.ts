import {
  callResultSchema,
  heldCallStateSchema,
  holdCallSchema,
  resultNotedSchema,
  takeCallSchema,
  takenCallSchema,
} from '../agents/door.ts';
import { waitQuerySchema } from '../prompts/question.ts';
import type { RouteTable } from './route.ts';

/** Tool calls of coding agents, held by their hooks. */
export const doorsRoutes = {
  'POST /api/door/calls': {
    summary: 'Hold a tool call of a coding agent until it is decided',
    description:
      'The digest is compared with that of the call. With the same key the same call is asked about once; after a question that ended without an answer it is asked about again.',
    programs: true,
    body: holdCallSchema,
    answers: { 200: heldCallStateSchema, 201: heldCallStateSchema },
    problems: ['idempotency-conflict', 'invalid-question', 'too-many-questions'],
  },
  'GET /api/door/calls/:id': {
    summary: 'A held call; `wait` holds the request until it is decided',
    programs: true,
    query: waitQuerySchema,
    answers: { 200: heldCallStateSchema },
    problems: ['not-found'],
  },
  'POST /api/door/calls/:id/take': {
    summary: 'Take the stored yes of a call, once',
    description:
      'The same holder may repeat it; another one, or one that comes late, gets nothing.',
    programs: true,
    body: takeCallSchema,
    answers: { 200: takenCallSchema },
    problems: ['not-found', 'prompt-expired'],
  },
  'DELETE /api/door/calls/:id': {
    summary: 'Withdraw a held call: its agent does not wait any more',
    programs: true,
    answers: { 200: heldCallStateSchema },
    problems: ['not-found'],
  },
  'POST /api/door/results': {
    summary: 'Report what a call that was let go has done',
    programs: true,
    body: callResultSchema,
    answers: { 200: resultNotedSchema },
    problems: ['not-found'],
  },
} satisfies RouteTable;
