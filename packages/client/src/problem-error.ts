import type { Problem } from '@countersign/api/problem';

/** The server responded with a problem (RFC 9457). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  readonly status: number;

  constructor(problem: Problem, status: number = problem.status) {
    super(problem.detail ?? problem.title);
    this.problem = problem;
    this.status = status;
  }
}

/** No response: the network is gone, the server is down, or it took too long. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** Reads the problem of a failed response; without one, a problem is derived from its status. */
export async function problemOf(response: Response): Promise<Problem> {
  const { status } = response;
  const plain: Problem = {
    type: 'about:blank',
    title: response.statusText || `HTTP ${status}`,
    status,
  };
  try {
    const body: unknown = await response.json();
    if (typeof body !== 'object' || body === null || !('title' in body)) return plain;
    return typeof body.title === 'string' ? Object.assign(plain, body, { status }) : plain;
  } catch {
    return plain;
  }
}

/** Whether the same request may succeed later: the server or the network is at fault, not the request. */
export function isPassing(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  if (!(error instanceof ProblemError)) return false;
  const { status, problem } = error;
  // A conflict is with another person, such as a claim: sending it again unseen does not resolve it.
  if (status === 409) return false;
  return status >= 500 || status === 408 || status === 429 || problem.retryable === true;
}
