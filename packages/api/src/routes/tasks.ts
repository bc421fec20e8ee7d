import { z } from 'zod';
import {
  createCommentSchema,
  createExtensionSchema,
  createSnoozeSchema,
  decisionSchema,
  dismissPromptSchema,
  promptSchema,
} from '../prompt.ts';
import {
  blameSchema,
  createRestartSchema,
  restartSchema,
  timesSchema,
} from '../prompts/history.ts';
import { activitySchema } from '../settings/activity.ts';
import {
  agentReportSchema,
  createControlSchema,
  createdControlSchema,
  createdMessageSchema,
  createdTaskSchema,
  createMessageSchema,
  createTaskSchema,
  queuedMessageSchema,
  taskPageSchema,
  taskSchema,
} from '../task.ts';
import type { RouteTable } from './route.ts';

/** Tasks, their events and their past. */
export const tasksRoutes = {
  'POST /api/tasks': {
    summary: 'Start a task',
    body: createTaskSchema,
    answers: { 201: createdTaskSchema },
    problems: ['unknown-agent', 'task-exists', 'idempotency-conflict'],
  },
  'GET /api/tasks': {
    summary: 'Tasks, newest first',
    query: z.object({
      state: z.string().optional(),
      agent: z.string().optional(),
      q: z.string().max(500).optional(),
      cursor: z.string().optional(),
      limit: z.coerce.number<number>().int().min(1).max(200).default(50),
    }),
    answers: { 200: taskPageSchema },
    problems: [],
  },
  'GET /api/tasks/:id': {
    summary: 'One task',
    answers: { 200: taskSchema },
    problems: ['not-found'],
  },
  'POST /api/tasks/:id/messages': {
    summary: 'Send a message to the running agent, or start a new run with it',
    body: createMessageSchema,
    answers: { 202: createdMessageSchema },
    problems: [
      'not-found',
      'idempotency-conflict',
      'being-stopped',
      'too-many-waiting',
      'prompts-open',
    ],
  },
  'DELETE /api/tasks/:id/messages/:messageId': {
    summary: 'Take back a message that waits for the next run, or dismiss one that was not sent',
    answers: { 200: queuedMessageSchema },
    problems: ['not-found', 'message-left'],
  },
  'POST /api/tasks/:id/control': {
    summary: 'Pause, resume or stop; progress is reported in the stream',
    body: createControlSchema,
    answers: { 202: createdControlSchema },
    problems: ['not-found', 'idempotency-conflict', 'control-not-possible'],
  },
  'POST /api/tasks/:id/status': {
    summary: 'Ask the agent what its run is doing; the response is also reported in the stream',
    answers: { 200: agentReportSchema },
    problems: ['not-found', 'control-not-possible'],
  },
  'GET /api/tasks/:id/activity': {
    summary: 'Events per slice of time up to now, oldest first',
    query: z.object({
      sliceMs: z.coerce.number<number>().int().min(1_000).max(86_400_000).default(30_000),
      slices: z.coerce.number<number>().int().min(1).max(500).default(60),
    }),
    answers: { 200: activitySchema },
    problems: ['not-found'],
  },
  'POST /api/prompts/:id/comments': {
    summary: 'Add a comment to an open prompt, which stays open',
    description:
      'It is sent to the run if the run is open. 410 prompt-expired contains the current prompt; 422 invalid-feedback contains errors with paths.',
    body: createCommentSchema,
    answers: { 201: promptSchema },
    problems: ['not-found', 'prompt-expired', 'invalid-feedback', 'idempotency-conflict'],
  },
  'POST /api/prompts/:id/dismissal': {
    summary: 'Close a prompt whose agent is no longer registered',
    description: '409 prompt-answerable and 410 prompt-expired contain the current prompt.',
    body: dismissPromptSchema,
    answers: { 200: promptSchema },
    problems: ['not-found', 'prompt-expired', 'prompt-answerable'],
  },
  'GET /api/tasks/:id/events': {
    summary:
      'Envelopes in order: {items, nextCursor}; nextCursor is the last sequence. A page of large envelopes is shorter than its limit',
    query: z.object({
      after: z.coerce.number<number>().int().min(0).default(0),
      limit: z.coerce.number<number>().int().min(1).max(5_000).default(500),
    }),
    problems: ['not-found'],
  },
  'GET /api/tasks/:id/snapshot': {
    summary: 'The folded thread, now or at a sequence',
    query: z.object({ at: z.coerce.number<number>().int().min(0).optional() }),
    problems: ['not-found'],
  },
  'GET /api/tasks/:id/times': {
    summary: 'Times of receipt of events, at points spread over the sequence',
    query: z.object({ points: z.coerce.number<number>().int().min(2).max(500).default(240) }),
    answers: { 200: timesSchema },
    problems: ['not-found'],
  },
  'GET /api/tasks/:id/blame': {
    summary: 'The events that changed one place of the shared state',
    query: z.object({
      pointer: z.string().max(2_000).default(''),
      at: z.coerce.number<number>().int().min(0).optional(),
    }),
    answers: { 200: blameSchema },
    problems: ['not-found'],
  },
  'GET /api/tasks/:id/export': {
    summary: 'All envelopes, one JSON text per line',
    stored: 'application/x-ndjson',
    problems: ['not-found'],
  },
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
  'POST /api/tasks/:id/restart': {
    summary: 'Start a new run with the task as it was at a position',
    body: createRestartSchema,
    answers: { 201: restartSchema },
    problems: ['not-found', 'idempotency-conflict', 'run-going', 'prompts-open'],
  },
} satisfies RouteTable;
