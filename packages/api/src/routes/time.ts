import {
  createExtensionSchema,
  createSnoozeSchema,
  decisionSchema,
  promptSchema,
} from '../prompt.ts';
import type { RouteTable } from '../route.ts';

/** Recalling an answer, extending a deadline, snoozing a prompt. */
export const timeRoutes = {
  'POST /api/decisions/:id/recall': {
    summary: 'Recall an answer that has not been sent; its prompt is open again',
    description:
      'For its author and administrators. 409 decision-left contains the prompt. A repeated request has no further effect.',
    answers: { 200: decisionSchema },
    problems: ['not-found', 'decision-left'],
  },
  'POST /api/prompts/:id/extension': {
    summary: 'Extend the deadline by one step of what the agent allows',
    description: '409 extension-not-possible contains the current prompt.',
    body: createExtensionSchema,
    answers: { 200: promptSchema },
    problems: ['not-found', 'extension-not-possible'],
  },
  'POST /api/prompts/:id/snooze': {
    summary: 'Snooze a prompt for all operators until a time, with a reason',
    description:
      'At most 30 days, never beyond the deadline; at most one hour for critical prompts. 410 prompt-expired contains the prompt.',
    body: createSnoozeSchema,
    answers: { 200: promptSchema },
    problems: ['not-found', 'prompt-expired'],
  },
  'DELETE /api/prompts/:id/snooze': {
    summary: 'End a snooze early',
    answers: { 200: promptSchema },
    problems: ['not-found', 'prompt-expired'],
  },
} satisfies RouteTable;
