import {
  createQuestionSchema,
  questionResultSchema,
  questionSchema,
  reviseQuestionSchema,
  waitQuerySchema,
} from '../question.ts';
import type { RouteTable } from '../route.ts';

/** Questions of programs that do not stream, with their own tokens (docs/http.md). */
export const questionsRoutes = {
  'POST /api/questions': {
    summary: 'Ask people a question',
    description:
      'With the header `idempotency-key` the same question is asked once: sent again it gets 200 and the question as it is now; another question under the key is refused.',
    programs: true,
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
} satisfies RouteTable;
