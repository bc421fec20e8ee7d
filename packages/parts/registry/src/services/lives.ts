import type { SafeFetch } from '@countersign/server/outgoing/safe-fetch';
import type { Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import type { Service } from '@countersign/uap/model/service';
import { createLeases, type Leases } from './leases.ts';
import { createProbes } from './probes.ts';
import type { LifeChange } from './service-operations.ts';

/** What shows that services are alive: leases of ephemeral ones, probes of persistent ones. */
export interface Lives extends Leases {
  /** Resolves when no probe is on its way. */
  idle(): Promise<void>;
}

export function createLives(options: {
  clock: Clock;
  report: Report;
  random: () => number;
  /** Sends the probes. */
  fetch: SafeFetch;
  /** Whether leases end here, and probes are sent from here: of several servers, one does. */
  isKeeper: () => boolean;
  service: (id: string) => Service | undefined;
  onDue: (due: readonly Pick<LifeChange, 'id' | 'change'>[]) => void;
}): Lives {
  const { onDue } = options;
  const leases = createLeases(options);
  const probes = createProbes({
    ...options,
    onHealth: (id, change) => onDue([{ id, change }]),
  });
  return {
    begin(service) {
      leases.begin(service);
      probes.begin(service);
    },
    renew: leases.renew,
    state: leases.state,
    forget(id) {
      leases.forget(id);
      probes.forget(id);
    },
    arm() {
      leases.arm();
      probes.arm();
    },
    idle: probes.idle,
    close() {
      leases.close();
      probes.close();
    },
  };
}
