import {
  queueCountsSchema,
  queueFilterSchema,
  queuePageSchema,
  queueQuerySchema,
  queueValuesSchema,
} from '../queue.ts';
import type { RouteTable } from '../route.ts';

/** Prompts as rows of a list. */
export const queueRoutes = {
  'GET /api/queue': {
    summary: 'Prompts as short rows: the open ones, the most urgent first',
    query: queueQuerySchema,
    answers: { 200: queuePageSchema },
    problems: [],
  },
  'GET /api/queue/counts': {
    summary: 'How many prompts are open',
    query: queueFilterSchema,
    answers: { 200: queueCountsSchema },
    problems: [],
  },
  'GET /api/queue/values': {
    summary: 'Agents and tasks that have open prompts, those with the most first',
    answers: { 200: queueValuesSchema },
    problems: [],
  },
} satisfies RouteTable;
