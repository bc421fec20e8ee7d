/** Failures before anything was received by a service. */
const unsentCodes = new Set([
  'arguments',
  'other-request',
  'event-stream',
  'blocked',
  'tls',
  'secret-lost',
  'econnrefused',
  'enotfound',
  'eai_again',
  'ehostunreach',
  'enetunreach',
]);

const refusals = new Set(['refused', 'cancelled']);

/** Whether a failure of a request was before anything was received by the service. `signifier-`: it may not be called. */
export const isUnsent = (code: string): boolean =>
  unsentCodes.has(code) || code.startsWith('signifier-') || code.startsWith('unsent-');

/** Whether a service has said itself that it does not do what was requested. */
export const isRefusal = (code: string): boolean =>
  refusals.has(code) || (/^http-4\d\d$/.test(code) && code !== 'http-408');

/**
 * Whether it is known what a call did whose run ended with this code: nothing, or it only read. All others count as unknown: a call that
 * is taken for failed is made again.
 */
export const isKnownEnd = (code: string): boolean =>
  isUnsent(code) || isRefusal(code) || code.startsWith('read-');
