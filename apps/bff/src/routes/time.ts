import {
  createExtensionSchema,
  createSnoozeSchema,
  decisionSchema,
  promptSchema,
} from '@countersign/api/prompt';
import { z } from 'zod';
import type { AppDeps } from '../app-deps.ts';
import { extendPrompt } from '../decisions/extension.ts';
import { recall } from '../decisions/recall.ts';
import type { SnoozeOutcome } from '../decisions/snooze.ts';
import { snoozePrompt, wakePrompt } from '../decisions/snooze.ts';
import { ProblemError } from '../http/problem.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { operatorOf } from '../operators/guard.ts';

const idParams = z.object({ id: z.string() });

/** What can be done about time: take an answer back, put a deadline off, put a prompt aside. */
export function registerTime(app: ZodApp, deps: AppDeps): void {
  const { journal } = deps;

  app.post(
    '/api/decisions/:id/recall',
    {
      schema: {
        summary: 'Take back an answer that has not left; its prompt is open again',
        description:
          'For its author and administrators. 409 decision-left carries the prompt. Asked twice, it happens once.',
        params: idParams,
        response: { 200: decisionSchema },
      },
    },
    async (request) => {
      const { id, role } = operatorOf(request);
      const outcome = await journal.commit(recall, {
        decisionId: request.params.id,
        operatorId: id,
        isAdmin: role === 'admin',
      });
      deps.outbox.kick();
      switch (outcome.kind) {
        case 'recalled':
          return outcome.decision;
        case 'left':
          throw new ProblemError('decision-left', 'It has been sent, or is being sent.', {
            prompt: outcome.prompt,
          });
        case 'forbidden':
          throw new ProblemError('forbidden', 'Only who gave an answer can take it back.');
        case 'unknown':
          throw new ProblemError('not-found', 'There is no such answer.');
      }
    },
  );

  app.post(
    '/api/prompts/:id/extension',
    {
      schema: {
        summary: 'Put the deadline off by one step of what the agent allows',
        description: '409 extension-not-possible carries the current prompt.',
        params: idParams,
        body: createExtensionSchema,
        response: { 200: promptSchema },
      },
    },
    async (request) => {
      const outcome = await journal.commit(extendPrompt, {
        promptId: request.params.id,
        operatorId: operatorOf(request).id,
        expiresAt: request.body.expiresAt,
        messageId: deps.createId(),
      });
      deps.outbox.kick();
      if (outcome.kind === 'unknown') {
        throw new ProblemError('not-found', 'There is no such prompt.');
      }
      const { prompt } = outcome;
      if (outcome.kind === 'refused') {
        throw new ProblemError('extension-not-possible', outcome.reason, { prompt });
      }
      return prompt;
    },
  );

  app.post(
    '/api/prompts/:id/snooze',
    {
      schema: {
        summary: 'Put a prompt aside for everybody until a time, with a reason',
        description:
          'At most 30 days, never beyond the deadline; critical prompts one hour. 410 prompt-expired carries the prompt.',
        params: idParams,
        body: createSnoozeSchema,
        response: { 200: promptSchema },
      },
    },
    async (request) => {
      const { id, name } = operatorOf(request);
      const promptId = request.params.id;
      const input = { promptId, operatorId: id, name, ...request.body };
      return settled(await journal.commit(snoozePrompt, input));
    },
  );

  app.delete(
    '/api/prompts/:id/snooze',
    {
      schema: {
        summary: 'Have a prompt back before its time',
        params: idParams,
        response: { 200: promptSchema },
      },
    },
    async (request) => {
      const operatorId = operatorOf(request).id;
      return settled(await journal.commit(wakePrompt, { promptId: request.params.id, operatorId }));
    },
  );
}

function settled(outcome: SnoozeOutcome) {
  switch (outcome.kind) {
    case 'done':
      return outcome.prompt;
    case 'closed': {
      const { prompt } = outcome;
      const detail = prompt.closedReason ?? 'It is not open any more.';
      throw new ProblemError('prompt-expired', detail, { prompt });
    }
    case 'refused': {
      const errors = [{ path: '/until', message: outcome.reason }];
      throw new ProblemError('invalid-request', outcome.reason, { errors });
    }
    case 'unknown':
      throw new ProblemError('not-found', 'There is no such prompt.');
  }
}
