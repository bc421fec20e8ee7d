import {
  countedPageSchema,
  countedQuerySchema,
  insightsQuerySchema,
  insightsSchema,
} from '../records/insights.ts';
import type { RouteTable } from './route.ts';

/** Figures of questions and answers. */
export const insightsRoutes = {
  'GET /api/insights': {
    summary: 'The figures of a period, and what they propose',
    description:
      'Of the questions asked in the period: who decided, how and how fast, by connection and tool, and how often a stated confidence was right. At most a year.',
    query: insightsQuerySchema,
    answers: { 200: insightsSchema },
    problems: [],
  },
  'GET /api/insights/questions': {
    summary: 'The questions behind a figure, newest first',
    query: countedQuerySchema,
    answers: { 200: countedPageSchema },
    problems: [],
  },
} satisfies RouteTable;
