import type { Prompt } from '@countersign/api/prompt';
import { ProblemError } from '../http/problem.ts';

/** The problem for a prompt that is not open, with the current prompt. */
export function closedProblem(prompt: Prompt): ProblemError {
  const { decision, closedReason } = prompt;
  return prompt.state === 'answered'
    ? new ProblemError('prompt-answered', `${decision?.by.name ?? 'Somebody'} has answered it.`, {
        prompt,
      })
    : new ProblemError('prompt-expired', closedReason ?? 'It is not open any more.', { prompt });
}
