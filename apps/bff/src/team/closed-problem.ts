import type { Prompt } from '@countersign/api/prompt';
import { say } from '@countersign/api/statements';
import { ProblemError, quoted } from '../http/problem.ts';

/** The problem for a prompt that is not open, with the current prompt. */
export function closedProblem(prompt: Prompt): ProblemError {
  const { decision, closedReason } = prompt;
  return prompt.state === 'answered'
    ? new ProblemError('prompt-answered', answeredBy(decision?.by.name), {
        prompt,
      })
    : new ProblemError('prompt-expired', whyClosed(closedReason), { prompt });
}

/** Why a prompt is not open any more. */
export const whyClosed = (reason: string | null) =>
  reason === null ? say('prompt.closed') : quoted(reason);

const answeredBy = (name: string | undefined) =>
  name === undefined ? say('decision.somebody-answered') : say('decision.answered-by', { name });
