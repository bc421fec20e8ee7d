import { createCheckSchema, editCheckSchema } from '../edit-check.ts';
import type { RouteTable } from '../route.ts';

/** Checks of an edit by the agent, before it is sent. */
export const checksRoutes = {
  'POST /api/prompts/:id/check': {
    summary: 'Have the agent check an edited value before it is sent',
    description:
      'Changes nothing and is not stored. A missing response of the agent is a result too (`unchecked`). For each operator and prompt only the newest value is checked: an earlier call still in progress returns `superseded`. 410 prompt-expired and 412 prompt-changed contain the prompt.',
    body: createCheckSchema,
    answers: { 200: editCheckSchema },
    problems: ['not-found', 'prompt-expired', 'prompt-changed'],
  },
} satisfies RouteTable;
