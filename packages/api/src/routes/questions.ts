import { z } from 'zod';
import {
  createdProgramSchema,
  createProgramSchema,
  programListSchema,
  renewedSecretSchema,
} from '../agents/program.ts';
import {
  createQuestionSchema,
  questionResultSchema,
  questionSchema,
  reviseQuestionSchema,
  waitQuerySchema,
} from '../prompts/question.ts';
import type { RouteTable } from './route.ts';

/** Programs that ask, and where agents report to the server. */
export const questionsRoutes = {
  'POST /api/questions': {
    summary: 'Ask people a question',
    description:
      'With the header `idempotency-key` the same question is asked once: sent again it gets 200 and the question as it is now; another question under the key is refused.',
    programs: true,
    headers: { 'idempotency-key': 'Sent again with the same key, the question is asked once' },
    body: createQuestionSchema,
    answers: { 200: questionSchema, 201: questionSchema },
    problems: ['invalid-question', 'idempotency-conflict', 'too-many-questions'],
  },
  'GET /api/questions/:id': {
    summary: 'A question with its answer; `wait` holds the request until there is one',
    programs: true,
    query: waitQuerySchema,
    answers: { 200: questionSchema },
    problems: ['not-found'],
  },
  'PATCH /api/questions/:id': {
    summary: 'Revise an open question; what people have edited is merged with it',
    programs: true,
    body: reviseQuestionSchema,
    answers: { 200: questionSchema },
    problems: ['not-found', 'invalid-question', 'prompt-expired'],
  },
  'DELETE /api/questions/:id': {
    summary: 'Withdraw a question; one that has ended stays as it is',
    programs: true,
    answers: { 200: questionSchema },
    problems: ['not-found'],
  },
  'POST /api/questions/:id/result': {
    summary: 'Report what became of the answer; shown in the task',
    programs: true,
    body: questionResultSchema,
    answers: { 200: questionSchema },
    problems: ['not-found', 'prompt-answerable'],
  },
  'GET /api/programs': {
    summary: 'All programs that ask',
    role: 'admin',
    auditors: true,
    answers: { 200: programListSchema },
    problems: [],
  },
  'POST /api/programs': {
    summary: 'Add a program that asks; its token is shown once',
    role: 'admin',
    body: createProgramSchema,
    answers: { 201: createdProgramSchema },
    problems: [],
  },
  'POST /api/programs/:id/callback-secret': {
    summary: 'Give a program over HTTP a new secret of its callbacks; it is shown once',
    description:
      'Callbacks are signed with it and with the secret before it, so that none is refused until the program has the new one. The next new secret ends that.',
    role: 'admin',
    answers: { 201: renewedSecretSchema },
    problems: ['not-found'],
  },
  'DELETE /api/programs/:id': {
    summary: 'Revoke the token of a program; its open questions are withdrawn',
    role: 'admin',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
  'POST /api/callbacks/:runId': {
    summary: 'An agent reports that a run has progressed',
    description:
      'Push notifications of A2A, with the token of the run in `X-A2A-Notification-Token`. The content is not used: the server reads the task from the agent.',
    role: 'none',
    headers: { 'x-a2a-notification-token': 'The token of the run' },
    body: z.unknown(),
    answers: { 204: z.null() },
    problems: ['unauthorized'],
  },
} satisfies RouteTable;
