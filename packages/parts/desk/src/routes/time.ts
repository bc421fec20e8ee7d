import { say } from '@countersign/api/statements';
import { may } from '@countersign/desk/permissions';
import { faultAt } from '@countersign/json/fault';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import { extendPrompt } from '../decisions/deadlines/extension.ts';
import type { SnoozeOutcome } from '../decisions/deadlines/snooze.ts';
import { snoozePrompt, wakePrompt } from '../decisions/deadlines/snooze.ts';
import { recall } from '../decisions/recall.ts';
import type { DeskDeps } from '../desk-services.ts';
import { whyClosed } from '../team/closed-problem.ts';

/** Recall of answers, extension of deadlines, snooze. */
export function registerTime(app: ZodApp, deps: DeskDeps): void {
  const { journal } = deps;

  serve(app, 'POST /api/decisions/:id/recall', async (request) => {
    const operator = operatorOf(request);
    const outcome = await journal.commit(recall, {
      decisionId: request.params.id,
      operatorId: operator.id,
      isAdmin: may(operator, 'administer'),
    });
    deps.dispatcher.wake();
    switch (outcome.kind) {
      case 'recalled':
        return outcome.decision;
      case 'left':
        throw new ProblemError('decision-left', say('decision.left'), {
          prompt: outcome.prompt,
        });
      case 'forbidden':
        throw new ProblemError('forbidden', say('decision.not-yours'));
      case 'unknown':
        throw new ProblemError('not-found', say('decision.none-such'));
    }
  });

  serve(app, 'POST /api/prompts/:id/extension', async (request) => {
    const outcome = await journal.commit(extendPrompt, {
      promptId: request.params.id,
      operatorId: operatorOf(request).id,
      expiresAt: request.body.expiresAt,
      messageId: deps.createId(),
    });
    deps.dispatcher.wake();
    if (outcome.kind === 'unknown') {
      throw new ProblemError('not-found', say('prompt.none-such'));
    }
    const { prompt } = outcome;
    if (outcome.kind === 'refused') {
      throw new ProblemError('extension-not-possible', outcome.reason, { prompt });
    }
    return prompt;
  });

  serve(app, 'POST /api/prompts/:id/snooze', async (request) => {
    const { id, name } = operatorOf(request);
    const promptId = request.params.id;
    const input = { promptId, operatorId: id, name, ...request.body };
    return settled(await journal.commit(snoozePrompt, input));
  });

  serve(app, 'DELETE /api/prompts/:id/snooze', async (request) => {
    const operatorId = operatorOf(request).id;
    return settled(await journal.commit(wakePrompt, { promptId: request.params.id, operatorId }));
  });
}

function settled(outcome: SnoozeOutcome) {
  switch (outcome.kind) {
    case 'done':
      return outcome.prompt;
    case 'closed': {
      const { prompt } = outcome;
      const detail = whyClosed(prompt);
      throw new ProblemError('prompt-expired', detail, { prompt });
    }
    case 'refused': {
      const errors = [faultAt('/until', outcome.reason)];
      throw new ProblemError('invalid-request', outcome.reason, { errors });
    }
    case 'unknown':
      throw new ProblemError('not-found', say('prompt.none-such'));
  }
}
