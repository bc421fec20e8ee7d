import {
  createExtensionSchema,
  createSnoozeSchema,
  decisionSchema,
  promptSchema,
} from '../prompt.ts';
import type { RouteTable } from '../route.ts';

/** Taking an answer back, putting a deadline off, putting a prompt aside. */
export const timeRoutes = {
  'POST /api/decisions/:id/recall': {
    summary: 'Take back an answer that has not left; its prompt is open again',
    description:
      'For its author and administrators. 409 decision-left carries the prompt. Asked twice, it happens once.',
    answers: { 200: decisionSchema },
    problems: ['not-found', 'decision-left'],
  },
  'POST /api/prompts/:id/extension': {
    summary: 'Put the deadline off by one step of what the agent allows',
    description: '409 extension-not-possible carries the current prompt.',
    body: createExtensionSchema,
    answers: { 200: promptSchema },
    problems: ['not-found', 'extension-not-possible'],
  },
  'POST /api/prompts/:id/snooze': {
    summary: 'Put a prompt aside for everybody until a time, with a reason',
    description:
      'At most 30 days, never beyond the deadline; critical prompts one hour. 410 prompt-expired carries the prompt.',
    body: createSnoozeSchema,
    answers: { 200: promptSchema },
    problems: ['not-found', 'prompt-expired'],
  },
  'DELETE /api/prompts/:id/snooze': {
    summary: 'Have a prompt back before its time',
    answers: { 200: promptSchema },
    problems: ['not-found', 'prompt-expired'],
  },
} satisfies RouteTable;
