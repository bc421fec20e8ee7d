import type { Prompt } from '@countersign/api/prompt';
import { ProblemError } from '../http/problem.ts';

/** Why nothing can be done with a prompt that is not open, with the prompt as it stands now. */
export function closedProblem(prompt: Prompt): ProblemError {
  const { decision, closedReason } = prompt;
  return prompt.state === 'answered'
    ? new ProblemError('prompt-answered', `${decision?.by.name ?? 'Somebody'} has answered it.`, {
        prompt,
      })
    : new ProblemError('prompt-expired', closedReason ?? 'It is not open any more.', { prompt });
}
