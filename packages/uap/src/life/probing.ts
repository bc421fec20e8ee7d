import { durationMs } from '../model/duration.ts';
import type { PersistentCheck, Service } from '../model/service.ts';

/** The lengths of the probes of a persistent service, ms. */
export interface ProbeTerms {
  intervalMs: number;
  timeoutMs: number;
  unhealthyMs: number;
}

/** The state of the probes of a persistent service. Times are epoch ms. Such a service is never removed by time. */
export interface Probing {
  terms: ProbeTerms;
  /** The last success, or the registration. */
  aliveAt: number;
  nextProbeAt: number;
  health: 'healthy' | 'unhealthy';
}

/** The terms that a check states; a checked one states all of them. */
export const probeTerms = (check: PersistentCheck): ProbeTerms => ({
  intervalMs: durationMs(check.check_interval) ?? 15_000,
  timeoutMs: durationMs(check.check_timeout) ?? 5_000,
  unhealthyMs: durationMs(check.check_unhealthy_timeout) ?? 60_000,
});

/** Starts with a random part of an interval (`random` from 0 to 1), so that services registered together are not probed at once. */
export const startProbing = (
  terms: ProbeTerms,
  now: number,
  { random, health = 'healthy' }: { random: number; health?: Probing['health'] },
): Probing => ({
  terms,
  aliveAt: now,
  nextProbeAt: now + Math.round(random * terms.intervalMs),
  health,
});

/** The state after a probe that ended now. One failure changes nothing: only a time without success does. */
export function afterProbe(probing: Probing, succeeded: boolean, now: number): Probing {
  const aliveAt = succeeded ? now : probing.aliveAt;
  const isSilent = now - aliveAt >= probing.terms.unhealthyMs;
  return {
    ...probing,
    aliveAt,
    nextProbeAt: now + probing.terms.intervalMs,
    health: succeeded ? 'healthy' : isSilent ? 'unhealthy' : probing.health,
  };
}

/** The request of a probe; the only status that counts as alive is 200. */
export function probeRequest(
  service: Pick<Service, 'host' | 'port'>,
  check: PersistentCheck,
): { method: PersistentCheck['check_http_method']; url: string } {
  const host = service.host.includes(':') ? `[${service.host}]` : service.host;
  const scheme = check.check_type.toLowerCase();
  return {
    method: check.check_http_method,
    url: `${scheme}://${host}:${service.port}${check.check_http_url}`,
  };
}
