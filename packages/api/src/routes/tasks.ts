import { z } from 'zod';
import type { RouteTable } from '../route.ts';
import {
  createControlSchema,
  createdControlSchema,
  createdMessageSchema,
  createdTaskSchema,
  createMessageSchema,
  createTaskSchema,
  queuedWordsSchema,
  saidOfRunSchema,
  taskPageSchema,
  taskSchema,
} from '../task.ts';

/** Starting, listing, talking to and controlling tasks. */
export const tasksRoutes = {
  'POST /api/tasks': {
    summary: 'Start a task',
    body: createTaskSchema,
    answers: { 201: createdTaskSchema },
    problems: ['unknown-agent', 'task-exists'],
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
    summary: 'Say something to the running agent, or start a new run with it',
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
    summary: 'Take back a message that waits for the next run, or put away one that was not sent',
    answers: { 200: queuedWordsSchema },
    problems: ['not-found', 'message-left'],
  },
  'POST /api/tasks/:id/control': {
    summary: 'Pause, resume or stop; progress comes in the stream',
    body: createControlSchema,
    answers: { 202: createdControlSchema },
    problems: ['not-found', 'idempotency-conflict', 'control-not-possible'],
  },
  'POST /api/tasks/:id/status': {
    summary: 'Ask the agent what its run is doing; the answer is also told in the stream',
    answers: { 200: saidOfRunSchema },
    problems: ['not-found', 'control-not-possible'],
  },
} satisfies RouteTable;
