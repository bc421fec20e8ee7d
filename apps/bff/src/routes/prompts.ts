import {
  createDecisionSchema,
  createdDecisionSchema,
  type Prompt,
  promptPageSchema,
  promptSchema,
  promptStateSchema,
} from '@countersign/api/prompt';
import { z } from 'zod';
import type { AppDeps } from '../app-deps.ts';
import { listPrompts } from '../decisions/prompt-queries.ts';
import { readPrompt } from '../decisions/records.ts';
import { bodyHash } from '../http/body-hash.ts';
import { operatorOf } from '../http/guard.ts';
import { ProblemError } from '../http/problem.ts';
import type { ZodApp } from '../http/zod-app.ts';

const idParams = z.object({ id: z.string() });

/** What is asked, and answering it. */
export function registerPrompts(app: ZodApp, deps: AppDeps): void {
  const { journal } = deps;
  const existing = (id: string) => {
    const prompt = readPrompt(journal.read, id);
    if (prompt === null) throw new ProblemError('not-found', `There is no prompt ${id}.`);
    return prompt;
  };

  app.get(
    '/api/prompts',
    {
      schema: {
        summary: 'Prompts, newest first',
        querystring: z.object({
          state: promptStateSchema.optional(),
          blocking: z
            .enum(['true', 'false'])
            .transform((value) => value === 'true')
            .optional(),
          agent: z.string().optional(),
          task: z.string().optional(),
          q: z.string().max(200).optional(),
          cursor: z.string().optional(),
          limit: z.coerce.number().int().min(1).max(500).default(100),
        }),
        response: { 200: promptPageSchema },
      },
    },
    async (request) => listPrompts(journal, request.query),
  );

  app.get(
    '/api/prompts/:id',
    { schema: { summary: 'One prompt', params: idParams, response: { 200: promptSchema } } },
    async (request) => existing(request.params.id),
  );

  app.post(
    '/api/prompts/:id/decisions',
    {
      schema: {
        summary: 'Answer a prompt: exactly one answer wins',
        description:
          '409 prompt-answered, 410 prompt-expired and 412 prompt-changed carry the current prompt; 422 invalid-feedback carries errors with paths.',
        params: idParams,
        body: createDecisionSchema,
        response: { 201: createdDecisionSchema },
      },
    },
    async (request, reply) => {
      const { feedback, digest, idempotencyKey } = request.body;
      const prompt = existing(request.params.id);
      // Anything but the open prompt that was shown is refused below, by the transaction that knows best.
      if (prompt.state === 'open' && prompt.digest === digest) {
        const errors = await deps.feedbackCheck.faults(prompt.message, feedback);
        if (errors.length > 0) {
          const detail = 'The answer does not fit what is asked.';
          throw new ProblemError('invalid-feedback', detail, { errors });
        }
      }
      const { id, name } = operatorOf(request);
      const outcome = await journal.commit('decide', {
        promptId: prompt.id,
        decisionId: deps.createId(),
        by: { kind: 'operator', id, name },
        feedback,
        digest,
        key: idempotencyKey,
        bodyHash: bodyHash([prompt.id, feedback, digest]),
      });
      deps.outbox.kick();
      switch (outcome.kind) {
        case 'recorded': {
          const { decision } = outcome;
          return reply.code(201).send({ decisionId: decision.id, state: decision.state, decision });
        }
        case 'answered':
          throw new ProblemError('prompt-answered', winnerOf(outcome.prompt), {
            prompt: outcome.prompt,
          });
        case 'closed':
          throw new ProblemError(
            'prompt-expired',
            outcome.prompt.closedReason ?? 'It is not open any more.',
            { prompt: outcome.prompt },
          );
        case 'changed':
          throw new ProblemError(
            'prompt-changed',
            'The agent has changed what it asks since you were shown it.',
            { prompt: outcome.prompt },
          );
        case 'key-conflict':
          throw new ProblemError(
            'idempotency-conflict',
            'This idempotency key belongs to another answer.',
          );
        case 'unknown':
          throw new ProblemError('not-found', 'There is no such prompt.');
      }
    },
  );
}

function winnerOf(prompt: Prompt): string {
  const { decision } = prompt;
  if (decision === null) return 'It was answered already.';
  return decision.by.kind === 'default'
    ? 'Its deadline passed and the default was sent.'
    : `${decision.by.name} answered it first.`;
}
