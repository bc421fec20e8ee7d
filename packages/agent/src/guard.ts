import { problemResponse } from './problem-response.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Refuses requests that a page of another site could send: with a host name that is not ours (DNS rebinding), or a foreign
 * `Origin`. Null = accepted.
 */
export function guard(request: Request, allowedHosts: readonly string[]): Response | null {
  const known = (hostname: string) => loopback.has(hostname) || allowedHosts.includes(hostname);
  if (!known(new URL(request.url).hostname)) return problemResponse('misdirected-request');
  const origin = request.headers.get('origin');
  if (origin === null) return null;
  return URL.canParse(origin) && known(new URL(origin).hostname)
    ? null
    : problemResponse('forbidden');
}
