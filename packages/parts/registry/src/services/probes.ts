import { OutsideFailure, type SafeFetch } from '@countersign/server/outgoing/safe-fetch';
import { createAlarm, type Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import {
  afterProbe,
  type Probing,
  probeRequest,
  probeTerms,
  startProbing,
} from '@countersign/uap/life/probing';
import type { Service } from '@countersign/uap/model/service';
import { createDueQueue } from './due-queue.ts';

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
/** Of these, those of one registrant: services that never answer keep no other's from being probed. */
const maxPerRegistrant = 10;
/** However long a service lets itself be waited for, and no longer than its interval. */
const maxTimeoutMs = 10_000;
/** Of the response, which nobody reads. */
const maxBytes = 16 * 1024;

interface Registrant {
  /** Its probes that are on their way. */
  active: number;
  /** Its services that wait for one of those to end. */
  waiting: Due[];
}

interface Due {
  id: string;
  probing: Probing;
  at: number;
  /** It has waited, and is the next one to be sent: if it is not sent, the one after it may be. */
  letBy?: Registrant;
}

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
  const registrants = new Map<string, Registrant>();
  const isWanted = ({ id, probing }: Due) => probings.get(id) === probing;
  const queue = createDueQueue<Due>((due) => due.letBy !== undefined || isWanted(due));
  const plan = (id: string, probing: Probing) => {
    probings.set(id, probing);
    queue.add({ id, probing, at: probing.nextProbeAt });
  };

  const probe = async (id: string, probing: Probing): Promise<void> => {
    const service = find(id);
    const check = service?.persistent_check;
    if (service === undefined || check === undefined) return void probings.delete(id);
    const isAlive = await answers(fetch, service, probing);
    // Removed or registered again meanwhile.
    if (probings.get(id) !== probing) return;
    const now = clock.monotonic();
    const { intervalMs } = probing.terms;
    const after =
      isAlive === null
        ? { ...probing, aliveAt: now, nextProbeAt: now + intervalMs }
        : afterProbe(probing, isAlive, now);
    plan(id, after);
    if (after.health !== probing.health) onHealth(id, after.health);
  };
  /** The next of a registrant is due again, as long overdue as it is, beside those of others. */
  const letNext = (letBy: Registrant | undefined) => {
    const due = letBy?.waiting.shift();
    if (due !== undefined && letBy !== undefined) queue.add({ ...due, letBy });
  };
  /** Sends one, or waits until another one of the same registrant has ended. */
  const send = (due: Due) => {
    const { id, probing } = due;
    const owner = find(id)?.registered_by ?? '';
    const own = registrants.get(owner) ?? { active: 0, waiting: [] };
    registrants.set(owner, own);
    if (own.active >= maxPerRegistrant) return void own.waiting.push(due);
    own.active += 1;
    const ended = probe(id, probing)
      .catch((error) => report('A service could not be probed.', error))
      .finally(() => {
        active.delete(id);
        own.active -= 1;
        letNext(own);
        if (own.active === 0 && own.waiting.length === 0) registrants.delete(owner);
        void alarm.arm();
      });
    active.set(id, ended);
  };
  const alarm = createAlarm({
    clock,
    untilNext: () =>
      active.size >= maxAtOnce
        ? Number.POSITIVE_INFINITY
        : (queue.next()?.at ?? Number.POSITIVE_INFINITY) - clock.monotonic(),
    ring: () => {
      const now = clock.monotonic();
      while (active.size < maxAtOnce && (queue.next()?.at ?? Number.POSITIVE_INFINITY) <= now) {
        const due = queue.take();
        if (due === undefined) break;
        const { id, probing, letBy } = due;
        if (isWanted(due) && isKeeper() && !active.has(id)) {
          send(due);
          continue;
        }
        letNext(letBy);
        if (!isWanted(due)) continue;
        // Another server probes it; if that ends, this one starts again. Or it was registered again, and the last probe is still running.
        plan(id, { ...probing, nextProbeAt: now + probing.terms.intervalMs });
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
      plan(id, startProbing(probeTerms(check), clock.monotonic(), begun));
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
  const timeoutMs = Math.min(terms.timeoutMs, terms.intervalMs, maxTimeoutMs);
  try {
    const { status } = await fetch({
      ...{ method, url, headers: {}, timeoutMs, maxBytes, beyond: 'cut' },
    });
    return status === 200;
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    return error.code === 'blocked' ? null : false;
  }
}
