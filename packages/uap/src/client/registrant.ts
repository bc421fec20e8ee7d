/** The requests by which a service keeps itself registered. */
export type RegistrantCall = 'register' | 'renew' | 'replace';

/** What came of a call: an HTTP status, or 0 if there was no answer. */
export interface CallOutcome {
  call: RegistrantCall;
  status: number;
  /** Answers one after the other that were no success, this one included: 404 and 409 too. */
  failures: number;
}

/** The next call, in so many ms; null = it is registered, and nothing more has to be sent. */
export type NextCall = { call: RegistrantCall; inMs: number } | null;

/** A registry refuses renewals that come right after the registration. */
const firstRenewalMs = 3_000;

/**
 * What a service does after each answer. Registered already (409): an ephemeral service renews, a persistent one sends all of itself
 * again. Unknown at its renewal (404): it registers. Registered and yet not to be renewed, as without a lease: it sends all of itself.
 * No answer, a fault of the registry, or answers that contradict each other: again after 1 to 30 seconds.
 *
 * @param random From 0 to 1: services that start together do not renew together.
 */
export function nextCall(
  { call, status, failures }: CallOutcome,
  { ephemeral, intervalMs, random }: { ephemeral: boolean; intervalMs: number; random: number },
): NextCall {
  const spread = Math.round(intervalMs * (0.9 + random * 0.2));
  if (status >= 200 && status < 300) {
    if (!ephemeral) return null;
    return { call: 'renew', inMs: call === 'register' ? Math.max(firstRenewalMs, spread) : spread };
  }
  const ceiling = Math.min(30_000, 1_000 * 2 ** Math.min(Math.max(failures, 1) - 1, 10));
  const backoffMs = Math.round(ceiling * (0.5 + random / 2));
  // Without it, a registry that contradicts itself would be called without a pause.
  const inMs = failures <= maxQuick ? 0 : backoffMs;
  if (call === 'register' && status === 409) {
    return { call: ephemeral && failures < maxQuick ? 'renew' : 'replace', inMs };
  }
  if (status === 404 && call !== 'register') return { call: 'register', inMs };
  return { call, inMs: backoffMs };
}

/** So many answers without success may be followed at once by another call: 409, then 404, then 409 again. */
const maxQuick = 3;
