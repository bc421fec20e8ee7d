import type { Breach } from './breach.ts';
import { customName, type HaiEvent } from './event.ts';
import { createRunOrder, type KnownItems, type RunOrder } from './order/run-order.ts';

export type { Breach, KnownItems };

/** Checks the order of one agent's stream. */
export interface Verifier {
  /** The violations of this event; each is reported once, not again for events that result from it. */
  check(event: HaiEvent): Breach[];
  /** The stream has ended: items that were left open. */
  end(): Breach[];
}

const nothing: KnownItems = { message: () => false, toolCall: () => false };

/** How many relayed runs are followed at once; beyond it the oldest is forgotten. */
const maxRelayed = 256;

/**
 * Checks one agent's stream for legal order (docs/protocol/events.md) and reports; never throws, never refuses.
 * Events relayed from other agents are checked separately, by `metadata.agentId` and `metadata.runId`.
 * Starting and ending one messageId several times is legal in HAI. Memory is bounded.
 * `known` contains items of earlier runs of the thread: a result may arrive a run later than its call.
 */
export function createVerifier(known: KnownItems = nothing): Verifier {
  let own = createRunOrder({ relayed: false, known });
  const relayed = new Map<string, RunOrder>();

  const orderOf = ({ metadata }: HaiEvent): RunOrder => {
    if (metadata?.['agentId'] === undefined) return own;
    const key = `${metadata['agentId']}\n${metadata['runId']}`;
    const followed = relayed.get(key);
    if (followed !== undefined) return followed;
    const oldest = relayed.keys().next();
    if (relayed.size >= maxRelayed && !oldest.done) relayed.delete(oldest.value);
    const order = createRunOrder({ relayed: true, known });
    relayed.set(key, order);
    return order;
  };

  return {
    check(event) {
      // The acknowledgement of a control is not part of the run: it may arrive after its end.
      if (event.type === 'CUSTOM' && event.name === customName.control) return [];
      return orderOf(event).check(event);
    },
    end() {
      const breaches = own.end();
      own = createRunOrder({ relayed: false, known });
      relayed.clear();
      return breaches;
    },
  };
}
