import { type Clock, delay, systemClock } from '@countersign/agent/clock';
import { nextCall, type RegistrantCall } from '@countersign/uap/client/registrant';
import { durationMs } from '@countersign/uap/model/duration';
import { serviceId } from '@countersign/uap/model/ids';
import type { RegistryClient } from './registry-client.ts';
import type { ServiceDraft } from './service-of.ts';

/** A service that keeps itself registered. */
export interface Registration {
  /** Stops renewing, and removes the service from the registry. */
  close(): Promise<void>;
}

/**
 * Registers a service, renews its lease, and registers again after the registry has forgotten it. A registry that is away is asked
 * again until it is back: an agent works without it, it is only not found.
 */
export function stayRegistered(
  draft: ServiceDraft,
  registry: RegistryClient,
  options: { clock?: Clock; random?: () => number; report?: (message: string) => void } = {},
): Registration {
  const { clock = systemClock, random = Math.random, report = () => {} } = options;
  const id = serviceId(draft);
  const stopping = new AbortController();
  const intervalMs = durationMs(draft.ephemeral_check?.renewal_interval ?? '') ?? 15_000;
  const send: Record<RegistrantCall, () => Promise<number>> = {
    register: () => registry.register(draft),
    renew: () => registry.renew(id),
    replace: () => registry.replace(id, draft),
  };
  const stay = async () => {
    let call: RegistrantCall = 'register';
    let failures = 0;
    while (!stopping.signal.aborted) {
      const status = await send[call]();
      failures = status >= 200 && status < 300 ? 0 : failures + 1;
      // Said once: what is refused now is refused each time.
      if (failures === 1 && isRefusal(status)) {
        report(`The registry refuses ${draft.name} (status ${status}).`);
      }
      const { ephemeral } = draft;
      const next = nextCall(
        { call, status, failures },
        { ephemeral, intervalMs, random: random() },
      );
      if (next === null) return;
      ({ call } = next);
      await delay(clock, next.inMs, stopping.signal);
    }
  };
  // Ends only by its signal: calls do not reject.
  const stayed = stay().catch(() => {});
  return {
    async close() {
      stopping.abort();
      await stayed;
      await registry.remove(id);
    },
  };
}

/** Neither unknown (404) nor registered already (409), which belong to the normal life of a registration. */
const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 404 && status !== 409;
