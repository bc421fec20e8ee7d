import type { Operator } from '@countersign/api/operator';
import type { CreateDecision, Decision, Prompt } from '@countersign/api/prompt';
import { say } from '@countersign/api/statements';
import { judgeFeedback } from '@countersign/desk/content/feedback-check';
import { isUnanswerable } from '@countersign/desk/delivery-method';
import type { Issue } from '@countersign/hai/decoded';
import type { WrittenStatement } from '@countersign/json/statement';
import { bodyHash } from '@countersign/server/http/body-hash';
import { ProblemError } from '@countersign/server/http/problem';
import type { Kernel } from '@countersign/server/kernel';
import { decide } from '../decisions/decide-operation.ts';
import type { DeskServices } from '../desk-services.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { whyClosed } from './closed-problem.ts';

/** `voted`: it counts, and `short` other persons must say the same. */
export type Decided =
  | { kind: 'recorded'; decision: Decision }
  | { kind: 'voted'; voteId: string; short: number; prompt: Prompt };

/**
 * One answer of one operator to one prompt: checked, recorded, and passed on for delivery. Throws the `ProblemError` with the reason
 * for a refusal; each but `not-found`, `invalid-feedback` and `idempotency-conflict` carries the current prompt.
 */
export async function decideOne(
  deps: Pick<Kernel, 'journal' | 'createId'> & Pick<DeskServices, 'dispatcher'>,
  operator: Operator,
  promptId: string,
  body: CreateDecision & { inBulk?: boolean; batchMs?: number | undefined; isCaller?: boolean },
): Promise<Decided> {
  const { feedback, digest, idempotencyKey, despiteClaim = false, holdMs, batchMs } = body;
  const prompt = await readPrompt(deps.journal.read, promptId);
  if (prompt === null) throw new ProblemError('not-found', say('prompt.unknown', { id: promptId }));
  if (prompt.state === 'open' && isUnanswerable(prompt)) {
    throw new ProblemError('unknown-agent', say('agent.gone'), { prompt });
  }
  let unchecked: string | null = null;
  // Anything but the open prompt that was shown is refused below, by the transaction.
  if (prompt.state === 'open' && prompt.digest === digest) {
    const verdict = judgeFeedback(prompt, feedback);
    if (verdict.faults.length > 0) throw invalid(verdict.faults);
    unchecked = verdict.unchecked;
  }
  const outcome = await deps.journal.commit(decide, {
    promptId,
    decisionId: deps.createId(),
    by: { kind: 'operator', id: operator.id, name: operator.name },
    feedback,
    digest,
    despiteClaim,
    unchecked,
    holdMs,
    inBulk: body.inBulk ?? false,
    batchMs,
    isCaller: body.isCaller ?? false,
    key: idempotencyKey,
    bodyHash: bodyHash([promptId, feedback, digest]),
  });
  deps.dispatcher.wake();
  switch (outcome.kind) {
    case 'recorded':
      return outcome;
    case 'voted':
      return outcome;
    case 'answered':
      throw new ProblemError('prompt-answered', winnerOf(outcome.prompt), {
        prompt: outcome.prompt,
      });
    case 'closed':
      throw new ProblemError('prompt-expired', whyClosed(outcome.prompt), {
        prompt: outcome.prompt,
      });
    case 'changed':
      throw new ProblemError('prompt-changed', say('prompt.changed'), { prompt: outcome.prompt });
    case 'claimed': {
      const { claim } = outcome.prompt;
      throw new ProblemError('prompt-claimed', isAnswering(claim?.name), {
        claim,
        prompt: outcome.prompt,
      });
    }
    case 'not-entitled':
      throw new ProblemError('not-entitled', outcome.why, { prompt: outcome.prompt });
    case 'invalid':
      throw invalid(outcome.errors);
    case 'key-conflict':
      throw new ProblemError('idempotency-conflict', say('decision.key-used'));
    case 'unknown':
      throw new ProblemError('not-found', say('prompt.none-such'));
  }
}

const invalid = (errors: Issue[]) =>
  new ProblemError('invalid-feedback', say('decision.does-not-fit'), { errors });

const isAnswering = (name: string | undefined): WrittenStatement =>
  name === undefined ? say('claim.somebody') : say('claim.answering', { name });

function winnerOf(prompt: Prompt): WrittenStatement {
  const { decision } = prompt;
  if (decision === null) return say('decision.already');
  switch (decision.by.kind) {
    case 'default':
      return say('decision.default-sent');
    case 'escalation':
      return say('decision.escalated');
    case 'rule':
      return say('decision.by-rule', { name: decision.by.name });
    case 'operator':
      return say('decision.by-operator', { name: decision.by.name });
  }
}
