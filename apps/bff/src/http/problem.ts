import type { Problem } from '@countersign/api/problem';
import { type ProblemSlug, problems } from '@countersign/api/problems';

/** Thrown in a request to respond with the problem; `members` are added to it, and `retryAfterMs` is sent as `Retry-After`. */
export class ProblemError extends Error {
  readonly slug: ProblemSlug;
  readonly members: Readonly<Record<string, unknown>>;
  readonly retryAfterMs: number | null;
  constructor(
    slug: ProblemSlug,
    detail: string,
    members: Record<string, unknown> = {},
    retryAfterMs: number | null = null,
  ) {
    super(detail);
    this.name = 'ProblemError';
    this.slug = slug;
    this.members = members;
    this.retryAfterMs = retryAfterMs;
  }
}

export function problemBody(
  slug: ProblemSlug,
  detail: string,
  members: Readonly<Record<string, unknown>> = {},
): Problem {
  const { status, title, retryable } = problems[slug];
  return {
    type: `https://countersign.dev/problems/${slug}`,
    title,
    status,
    detail,
    retryable,
    ...members,
  };
}
