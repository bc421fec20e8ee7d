import type { Problem } from '@countersign/api/problem';
import type { SessionLoss } from '@countersign/api/settings/session';
import { problemText } from '../text/statements/problems.ts';
import { commonText } from '../text/texts.ts';

/** The problem inside an error of the client, null when the server could not be reached. */
export function problemOf(error: unknown): Problem | null {
  if (typeof error !== 'object' || error === null || !('problem' in error)) return null;
  const { problem } = error;
  return typeof problem === 'object' && problem !== null && 'title' in problem
    ? (problem as Problem)
    : null;
}

/** An error in one sentence for the operator. */
export function errorText(error: unknown): string {
  const problem = problemOf(error);
  if (problem === null) return commonText.offlineProblem;
  return problemText(problem) || commonText.unknownProblem;
}

export function isUnauthorized(error: unknown): boolean {
  return problemOf(error)?.status === 401;
}

const losses: readonly unknown[] = [
  'over',
  'cookie-missing',
  'cookie-replaced',
] satisfies SessionLoss[];
const isLoss = (value: unknown): value is SessionLoss => losses.includes(value);

/** What happened to this browser's session, where the server reports it. */
export function sessionLossOf(error: unknown): SessionLoss | null {
  const loss: unknown = problemOf(error)?.['session'];
  return isLoss(loss) ? loss : null;
}
