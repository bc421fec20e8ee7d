import { createCheckSchema, editCheckSchema } from '../edit-check.ts';
import type { RouteTable } from '../route.ts';

/** What an agent says of an edit before it is sent. */
export const checksRoutes = {
  'POST /api/prompts/:id/check': {
    summary: 'Have the agent check an edited value before it is sent',
    description:
      'Changes nothing and is not kept. That the agent does not answer is an outcome (`unchecked`). Of one operator and prompt the newest value is checked: the call before comes back as `superseded`. 410 prompt-expired and 412 prompt-changed carry the prompt.',
    body: createCheckSchema,
    answers: { 200: editCheckSchema },
    problems: ['not-found', 'prompt-expired', 'prompt-changed'],
  },
} satisfies RouteTable;
