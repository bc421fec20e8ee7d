import type { Prompt } from '@countersign/api/prompt';
import { say } from '@countersign/api/statements';
import { judgeFeedback } from '@countersign/desk/content/feedback-check';
import { faultAt } from '@countersign/json/fault';
import { operatorOf } from '@countersign/server/guard/guard';
import { bodyHash } from '@countersign/server/http/body-hash';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import { commentPrompt } from '../decisions/comments.ts';
import { dismissPrompt } from '../decisions/dismiss.ts';
import type { DeskDeps } from '../desk-services.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { whyClosed } from '../team/closed-problem.ts';

const closed = (prompt: Prompt) =>
  new ProblemError('prompt-expired', whyClosed(prompt), { prompt });

/** Comments, and other actions on a prompt besides an answer. */
export function registerComments(app: ZodApp, deps: DeskDeps): void {
  const { journal } = deps;

  serve(app, 'POST /api/prompts/:id/comments', async (request, reply) => {
    const { params, body } = request;
    const { id, name } = operatorOf(request);
    const { feedback } = body;
    const prompt = await readPrompt(journal.read, params.id);
    if (prompt === null) throw new ProblemError('not-found', say('prompt.none-such'));
    const errors =
      feedback.type === 'comment'
        ? judgeFeedback(prompt, feedback).faults
        : [faultAt('/type', say('comment.is-answer'))];
    if (errors.length > 0 && prompt.state === 'open') {
      throw new ProblemError('invalid-feedback', say('comment.does-not-fit'), { errors });
    }
    const outcome = await journal.commit(commentPrompt, {
      promptId: params.id,
      commentId: deps.createId(),
      operator: { id, name },
      feedback,
      key: body.idempotencyKey,
      bodyHash: bodyHash([params.id, feedback]),
    });
    deps.dispatcher.wake();
    switch (outcome.kind) {
      case 'added':
        return reply.code(201).send(outcome.prompt);
      case 'closed':
        throw closed(outcome.prompt);
      case 'key-conflict':
        throw new ProblemError('idempotency-conflict', say('comment.key-used'));
      case 'unknown':
        throw new ProblemError('not-found', say('prompt.none-such'));
    }
  });

  serve(app, 'POST /api/prompts/:id/dismissal', async (request) => {
    const { id, name } = operatorOf(request);
    const outcome = await journal.commit(dismissPrompt, {
      promptId: request.params.id,
      operator: { id, name },
      reason: request.body.reason,
    });
    deps.dispatcher.wake();
    switch (outcome.kind) {
      case 'dismissed':
        return outcome.prompt;
      case 'closed':
        throw closed(outcome.prompt);
      case 'answerable':
        throw new ProblemError('prompt-answerable', say('prompt.answerable'), {
          prompt: outcome.prompt,
        });
      case 'unknown':
        throw new ProblemError('not-found', say('prompt.none-such'));
    }
  });
}
