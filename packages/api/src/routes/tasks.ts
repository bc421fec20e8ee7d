import { z } from 'zod';
import type { RouteTable } from '../route.ts';
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

/** Tasks: start, list, send messages, control. */
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
} satisfies RouteTable;
