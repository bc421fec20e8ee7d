import type { Prompt } from '@countersign/api/prompt';
import { say } from '@countersign/api/statements';
import { readStatement, type WrittenStatement } from '@countersign/json/statement';
import { ProblemError, quoted } from '@countersign/server/http/problem';

/** The problem for a prompt that is not open, with the current prompt. */
export function closedProblem(prompt: Prompt): ProblemError {
  const { decision } = prompt;
  return prompt.state === 'answered'
    ? new ProblemError('prompt-answered', answeredBy(decision?.by.name), {
        prompt,
      })
    : new ProblemError('prompt-expired', whyClosed(prompt), { prompt });
}

/** Why a prompt is not open any more. */
export function whyClosed({
  closedReason: text,
  closedStatement,
}: Pick<Prompt, 'closedReason' | 'closedStatement'>): WrittenStatement {
  if (text === null) return say('prompt.closed');
  const statement = readStatement(closedStatement);
  return statement === null ? quoted(text) : { text, statement };
}

const answeredBy = (name: string | undefined) =>
  name === undefined ? say('decision.somebody-answered') : say('decision.answered-by', { name });
