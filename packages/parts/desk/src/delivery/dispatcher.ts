import { setMaxListeners } from 'node:events';
import { type About, createAlarm, type Report } from '@countersign/server/runtime/alarm';
import { whenRead } from '@countersign/server/store/awaitable';
import { inSpan } from '@countersign/server/telemetry/in-span';
import type { Tracer } from '@countersign/server/telemetry/tracer';
import { nextDeliveryAt } from '../rows/deliveries.ts';
import { type AttemptOptions, attemptToAsker, createAttempt } from './attempt.ts';
import { type AskerDelivery, type Delivery, leaseOutbox } from './lease.ts';

/** Sends recorded answers to the agents, and gives them to askers inside the server: at least once, with the same key, across restarts. */
export interface Dispatcher {
  /** Something may be due now. */
  wake(): void;
  /** Checks again when something is due: after a commit that may have released an answer. */
  rearm(): void;
  /** Leases nothing more; resolves when the deliveries in progress have ended. */
  drain(): Promise<void>;
  /** Cuts off what is in progress. */
  close(): Promise<void>;
}

export interface DispatcherOptions extends AttemptOptions {
  report: Report;
  tracer: Tracer | null;
}

/** The delay after the store could not execute the lease. */
const retryMs = 1_000;
const atOnce = 64;
/** An agent that hangs blocks so many deliveries, only its own. */
const perAgent = 8;

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { journal, clock } = options;
  const attempt = createAttempt(options);
  const abort = new AbortController();
  // As many listeners as there are deliveries in progress: not a leak.
  setMaxListeners(0, abort.signal);
  const inHand = new Map<Promise<void>, string>();
  /** Ids of unreadable deliveries: they stay due forever and are skipped. */
  const lost = new Set<string>();
  let leasing = false;
  /** The deliveries of a lease are in progress before it ends. */
  let lastLease = Promise.resolve();
  let again = false;
  let draining = false;

  const byAgent = () => {
    const counts = new Map<string, number>();
    for (const agent of inHand.values()) counts.set(agent, (counts.get(agent) ?? 0) + 1);
    return Object.fromEntries(counts);
  };

  const fullAgents = () =>
    Object.entries(byAgent()).flatMap(([id, count]) => (count < perAgent ? [] : [id]));

  const untilNext = () => {
    // At the limit, the next completed delivery checks again.
    if (inHand.size >= atOnce) return Number.POSITIVE_INFINITY;
    const next = nextDeliveryAt(journal.read, { fullAgents: fullAgents(), skipped: [...lost] });
    return whenRead(next, (at) => at - clock.now());
  };

  const wake = () => {
    // Another server delivers: it finds it in the log.
    if (!journal.duty.isOn()) return;
    if (leasing) again = true;
    else lastLease = lease();
  };

  const lease = async () => {
    leasing = true;
    let atLeastMs = 0;
    try {
      do {
        again = false;
        if (draining || inHand.size >= atOnce) break;
        const leased = await journal.commit(leaseOutbox, {
          limit: atOnce - inHand.size,
          perAgent,
          inHand: byAgent(),
          // Longer than an attempt can take, so that it is not leased again meanwhile.
          leaseMs: options.limits.timeoutMs * 2,
        });
        const { deliveries, toAskers } = leased;
        for (const id of leased.lost) lost.add(id);
        for (const delivery of deliveries)
          track(() => attempt(delivery, abort.signal), aboutOf(delivery));
        for (const one of toAskers)
          track(() => attemptToAsker(options, one, abort.signal), aboutAsker(one));
        // Behind those of an agent at its limit, others may be due.
        again ||= deliveries.length + toAskers.length > 0 && fullAgents().length > 0;
      } while (again);
    } catch (error) {
      // What is due stays due.
      options.report('Deliveries could not be leased; they are tried again.', error);
      atLeastMs = retryMs;
    } finally {
      leasing = false;
      void alarm.arm(atLeastMs);
    }
  };
  const alarm = createAlarm({ clock, untilNext, ring: wake, report: options.report });

  const track = (work: () => Promise<void>, about: AboutDelivery) => {
    const span = { name: 'deliver', cause: about.deliveryId, attributes: { ...about } };
    const done: Promise<void> = inSpan(options.tracer, span, work)
      // Its lease expires, and it is tried again.
      .catch((error) => options.report('A delivery was not carried out.', error, about))
      .then(() => {
        inHand.delete(done);
        if (!draining) wake();
      });
    inHand.set(done, about.agentId);
  };

  const idle = async () => {
    while (leasing || inHand.size > 0) await Promise.all([lastLease, ...inHand.keys()]);
  };

  return {
    wake,
    rearm() {
      if (!leasing && journal.duty.isOn()) void alarm.arm();
    },
    async drain() {
      draining = true;
      alarm.stop();
      await idle();
    },
    async close() {
      draining = true;
      abort.abort();
      alarm.stop();
      await idle();
    },
  };
}

type AboutDelivery = About & { agentId: string; deliveryId: string };

const aboutOf = ({ id, run }: Delivery): AboutDelivery => ({
  deliveryId: id,
  taskId: run.threadId,
  runId: run.id,
  agentId: run.agentId,
});

const aboutAsker = ({ answer: { id, prompt } }: AskerDelivery): AboutDelivery => ({
  deliveryId: id,
  promptId: prompt.id,
  agentId: prompt.agentId,
});
