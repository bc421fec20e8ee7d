import type { Problem } from '@countersign/api/problem';
import { type ProblemSlug, problems } from '@countersign/api/problems';
import { say } from '@countersign/api/statements';
import type { Fault } from '@countersign/json/fault';
import type { Statement, WrittenStatement } from '@countersign/json/statement';

/** Thrown in a request to respond with the problem. Words that are not the server's are a parameter of `detail`; `members` are added to it, and `retryAfterMs` is sent as `Retry-After`. */
export class ProblemError extends Error {
  readonly slug: ProblemSlug;
  /** The detail as data. */
  readonly statement: Statement;
  readonly members: Readonly<Record<string, unknown>>;
  readonly retryAfterMs: number | null;
  constructor(
    slug: ProblemSlug,
    detail: WrittenStatement,
    members: Record<string, unknown> = {},
    retryAfterMs: number | null = null,
  ) {
    super(detail.text);
    this.name = 'ProblemError';
    this.slug = slug;
    this.statement = detail.statement;
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
    // A path, so that it leads to the page that this server sends, at whichever address it is called.
    type: `/problems/${slug}`,
    title,
    status,
    detail: text,
    retryable,
    ...(statement === null ? {} : { statement }),
    ...members,
  };
}

/** A detail in the words of an agent, a library or an older event: they are repeated, not translated. */
export const quoted = (words: string): WrittenStatement => say('problem.quoted', { words });

/** The detail of a problem, in words and as data. */
export const statementOfProblem = ({ message, statement }: ProblemError) => ({
  text: message,
  statement,
});

/** A request with faults in its fields; the first is its detail. */
export const faultyRequest = ({ message, statement }: Fault, errors: readonly Fault[]) =>
  new ProblemError(
    'invalid-request',
    statement === undefined ? quoted(message) : { text: message, statement },
    { errors },
  );

/** An entry of a request that breaks rules: the first is the sentence, and all are listed. */
export const faultyEntry = (faults: readonly Fault[]) =>
  faultyRequest(faults[0] ?? { path: '', message: '' }, faults);
