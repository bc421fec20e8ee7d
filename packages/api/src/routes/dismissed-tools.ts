import { z } from 'zod';
import { dismissedToolQuerySchema } from '../agent.ts';
import type { RouteTable } from '../route.ts';

/** Tools whose calls are not shown as questions. */
export const dismissedToolsRoutes = {
  'POST /api/prompts/:id/dismiss-tool': {
    summary: 'Stop asking about calls of this tool of this agent',
    description: 'Open prompts of the tool are withdrawn. Calls are still shown in their tasks.',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
  'DELETE /api/agents/:id/dismissed-tools': {
    summary: 'Ask about calls of this tool again',
    query: dismissedToolQuerySchema,
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
} satisfies RouteTable;
