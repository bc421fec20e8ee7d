import type { Problem } from '@countersign/api/problem';
import { type ProblemSlug, problems } from '@countersign/api/problems';
import type { Fault } from '@countersign/json/fault';
import type { Statement, WrittenStatement } from '@countersign/json/statement';

/** Thrown in a request to respond with the problem. `detail` is a plain string only where its words are not the server's; `members` are added to it, and `retryAfterMs` is sent as `Retry-After`. */
export class ProblemError extends Error {
  readonly slug: ProblemSlug;
  /** The detail as data; null = its words are another's. */
  readonly statement: Statement | null;
  readonly members: Readonly<Record<string, unknown>>;
  readonly retryAfterMs: number | null;
  constructor(
    slug: ProblemSlug,
    detail: WrittenStatement | string,
    members: Record<string, unknown> = {},
    retryAfterMs: number | null = null,
  ) {
    super(typeof detail === 'string' ? detail : detail.text);
    this.name = 'ProblemError';
    this.slug = slug;
    this.statement = typeof detail === 'string' ? null : detail.statement;
    this.members = members;
    this.retryAfterMs = retryAfterMs;
  }
}

export function problemBody(
  slug: ProblemSlug,
  { text, statement }: { text: string; statement: Statement | null },
  members: Readonly<Record<string, unknown>> = {},
): Problem {
  const { status, title, retryable } = problems[slug];
  return {
    type: `https://countersign.dev/problems/${slug}`,
    title,
    status,
    detail: text,
    retryable,
    ...(statement === null ? {} : { statement }),
    ...members,
  };
}

/** The detail of a problem, in words and as data. */
export const statementOfProblem = ({ message, statement }: ProblemError) => ({
  text: message,
  statement,
});

/** A request with faults in its fields; the first is its detail. */
export const faultyRequest = ({ message, statement }: Fault, errors: readonly Fault[]) =>
  new ProblemError(
    'invalid-request',
    statement === undefined ? message : { text: message, statement },
    { errors },
  );
