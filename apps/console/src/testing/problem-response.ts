import { HttpResponse } from 'msw';

/** An error in the form of the real server's (RFC 9457). */
export function problemResponse(
  status: number,
  slug: string,
  title: string,
  more: Record<string, unknown> = {},
): Response {
  return HttpResponse.json(
    { type: `/problems/${slug}`, title, status, ...more },
    { status, headers: { 'content-type': 'application/problem+json' } },
  );
}

export const notFound = () =>
  problemResponse(404, 'not-found', 'Not found', { detail: 'There is no such thing here.' });
