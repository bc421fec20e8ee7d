import {
  afterProbe,
  type Probing,
  probeRequest,
  probeTerms,
  startProbing,
} from '@countersign/uap/life/probing';
import type { Service } from '@countersign/uap/model/service';
import { OutsideFailure, type SafeFetch } from '../http/safe-fetch.ts';
import { createAlarm, type Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';

/** The probes of persistent services, by elapsed time. */
export interface Probes {
  /** Begins to probe a service that asks for it, with its health; one that does not ask any longer is forgotten. */
  begin(service: Service): void;
  forget(id: string): void;
  /** Sets the timer. */
  arm(): void;
  /** Resolves when no probe is on its way. */
  idle(): Promise<void>;
  close(): void;
}

/** Probes that are sent at once; others wait for one to end. */
const maxAtOnce = 50;
/** Of the response, which nobody reads. */
const maxBytes = 16 * 1024;

export function createProbes(options: {
  clock: Clock;
  random: () => number;
  fetch: SafeFetch;
  /** Whether they are sent from here. */
  isKeeper: () => boolean;
  service: (id: string) => Service | undefined;
  onHealth: (id: string, health: Probing['health']) => void;
  report: Report;
}): Probes {
  const { clock, random, fetch, isKeeper, service: find, onHealth, report } = options;
  const probings = new Map<string, Probing>();
  const active = new Map<string, Promise<void>>();

  const probe = async (id: string, probing: Probing): Promise<void> => {
    const service = find(id);
    const check = service?.persistent_check;
    if (service === undefined || check === undefined) return void probings.delete(id);
    const isAlive = await answers(fetch, service, probing);
    // Removed, or registered anew, meanwhile.
    if (probings.get(id) !== probing) return;
    const now = clock.monotonic();
    const { intervalMs } = probing.terms;
    const after =
      isAlive === null
        ? { ...probing, aliveAt: now, nextProbeAt: now + intervalMs }
        : afterProbe(probing, isAlive, now);
    probings.set(id, after);
    if (after.health !== probing.health) onHealth(id, after.health);
  };
  const isDue = ([id, { nextProbeAt }]: [string, Probing]) =>
    !active.has(id) && nextProbeAt <= clock.monotonic();
  const alarm = createAlarm({
    clock,
    untilNext: () => {
      if (active.size >= maxAtOnce) return Number.POSITIVE_INFINITY;
      let next = Number.POSITIVE_INFINITY;
      for (const [id, { nextProbeAt }] of probings) {
        if (!active.has(id)) next = Math.min(next, nextProbeAt);
      }
      return next - clock.monotonic();
    },
    ring: () => {
      for (const [id, probing] of [...probings].filter(isDue)) {
        if (!isKeeper()) {
          // Another server probes it; should that end, this one begins again.
          const nextProbeAt = clock.monotonic() + probing.terms.intervalMs;
          probings.set(id, { ...probing, nextProbeAt });
          continue;
        }
        if (active.size >= maxAtOnce) break;
        const ended = probe(id, probing)
          .catch((error) => report('A service could not be probed.', error))
          .finally(() => {
            active.delete(id);
            void alarm.arm();
          });
        active.set(id, ended);
      }
      void alarm.arm();
    },
    report,
  });
  return {
    begin(service) {
      const { id, persistent_check: check } = service;
      if (check === undefined) return void probings.delete(id);
      const health = service.health_status === 'unhealthy' ? 'unhealthy' : 'healthy';
      const begun = { random: random(), health } as const;
      probings.set(id, startProbing(probeTerms(check), clock.monotonic(), begun));
    },
    forget: (id) => void probings.delete(id),
    arm: () => void alarm.arm(),
    async idle() {
      await Promise.all(active.values());
    },
    close: alarm.stop,
  };
}

/** Whether it answered as it should; null = its host may not be called, so nothing is known. */
async function answers(
  fetch: SafeFetch,
  service: Service,
  { terms }: Probing,
): Promise<boolean | null> {
  if (service.persistent_check === undefined) return null;
  const { method, url } = probeRequest(service, service.persistent_check);
  try {
    const { status } = await fetch({
      ...{ method, url, headers: {}, timeoutMs: terms.timeoutMs, maxBytes, beyond: 'cut' },
    });
    return status === 200;
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    return error.code === 'blocked' ? null : false;
  }
}
