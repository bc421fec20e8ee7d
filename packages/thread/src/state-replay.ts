import type { Envelope } from '@countersign/hai/envelope';
import { sizeOf } from '@countersign/json/json-size';
import { objectionToSize } from '@countersign/json/owned-document';
import { applyPatch, type FailedPatch } from '@countersign/json/patch';
import { defaultBudget } from './budget.ts';
import { taskOf } from './fold/fold-exchange.ts';
import type { Thread } from './thread.ts';
import { noHandOvers, seedOperations, withHandedTask } from './workflow-items.ts';

/** Only the shared document, event by event, equal to the fold of the whole thread. */
export interface StateReplay {
  readonly document: unknown;
  /** What of the event did not apply; null = it is not about the document. Envelopes of one thread, in order. */
  take(envelope: Envelope): FailedPatch[] | null;
}

/** Starts before the first event, or at a thread. */
export function createStateReplay(
  start: Pick<Thread, 'state' | 'handOvers' | 'budget'> = none,
): StateReplay {
  let { state, handOvers } = start;
  const limits = (start.budget ?? defaultBudget).state;
  return {
    get document() {
      return state;
    },
    take({ event, runId }) {
      switch (event.type) {
        case 'STATE_SNAPSHOT':
          if (objectionToSize(sizeOf(event.snapshot), limits) !== null) return [];
          state = event.snapshot;
          handOvers = noHandOvers;
          return [];
        case 'AGENT_COLLABORATIVE_MESSAGE_CONTENT': {
          const task = taskOf(event.delta);
          if (task !== null) handOvers = withHandedTask(handOvers, runId, task);
          return null;
        }
        case 'STATE_DELTA': {
          const before = state === undefined ? {} : state;
          const seeds = seedOperations(handOvers, before, event.delta);
          if (handOvers !== undefined && seeds.length > 0) {
            handOvers = { ...handOvers, seeded: handOvers.tasks.length };
          }
          const seeded = seeds.length === 0 ? before : applyPatch(before, seeds, limits).document;
          const patched = applyPatch(seeded, event.delta, limits);
          state = patched.document;
          return patched.failed;
        }
        default:
          return null;
      }
    },
  };
}

const none = { state: undefined };
