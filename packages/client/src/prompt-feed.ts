import type { Presence } from '@countersign/api/prompts/presence';
import type { Envelope } from '@countersign/hai/envelope';
import type { Ports } from './ports.ts';
import { type PromptChange, promptChangeOf, seenChangeOf } from './prompt-change.ts';
import type { PromptStore } from './prompt-store.ts';
import { createBatcher } from './stream/batcher.ts';

/** Applies changes of prompts from the stream to their store: a burst is one write at most every 50 ms, the first at once. */
export interface PromptFeed {
  fact(envelope: Envelope): void;
  presence(presence: Presence): void;
  /** Discards what has not been written yet. */
  drop(): void;
}

export function createPromptFeed(
  ports: Pick<Ports, 'now' | 'schedule'>,
  prompts: Pick<PromptStore, 'apply'>,
): PromptFeed {
  let arrived: PromptChange[] = [];
  const batcher = createBatcher(ports, () => {
    const changes = arrived;
    arrived = [];
    prompts.apply(changes);
  });
  const push = (change: PromptChange | null) => {
    if (change === null) return;
    arrived.push(change);
    batcher.push(false);
  };
  return {
    fact: (envelope) => push(promptChangeOf(envelope)),
    presence: (presence) => push(seenChangeOf(presence)),
    drop() {
      arrived = [];
    },
  };
}
