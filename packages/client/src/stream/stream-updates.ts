import type { Presence } from '@countersign/api/prompts/presence';
import type { Envelope } from '@countersign/hai/envelope';
import { createListeners, type Listeners } from '../listeners.ts';
import type { Ports } from '../ports.ts';
import { createPromptFeed } from '../prompt-feed.ts';
import { createPromptStore, type PromptStore } from '../prompt-store.ts';
import { isFact } from './envelope-shape.ts';
import type { DraftUpdate } from './moment-shape.ts';

/** Passes on everything in the stream that is not for open threads: to the store of prompts, and to listeners. */
export interface StreamUpdates {
  prompts: PromptStore;
  listeners: {
    facts: Listeners<[Envelope]>;
    resets: Listeners<[]>;
    presences: Listeners<[Presence]>;
    drafts: Listeners<[string]>;
    changes: Listeners<[string]>;
  };
  envelope(envelope: Envelope): void;
  presence(presence: Presence): void;
  draft(news: DraftUpdate): void;
  /** Lists may be outdated. */
  resetLists(): void;
  /** The server does not know the cursor: facts may be repeated. */
  restart(): void;
  clear(): void;
}

/** `tab`: changes of its own drafts are not reported to it. */
export function createStreamUpdates(ports: Ports, tab: string): StreamUpdates {
  // An exception in a listener surfaces as uncaught, and the stream continues.
  const rethrow = (error: unknown) =>
    queueMicrotask(() => {
      throw error;
    });
  const listeners = {
    facts: createListeners<[Envelope]>(rethrow),
    resets: createListeners<[]>(rethrow),
    presences: createListeners<[Presence]>(rethrow),
    drafts: createListeners<[string]>(rethrow),
    changes: createListeners<[string]>(rethrow),
  };
  const prompts = createPromptStore();
  const feed = createPromptFeed(ports, prompts);
  let lastFactPosition = 0;
  return {
    prompts,
    listeners,
    envelope(envelope) {
      if (!isFact(envelope) || envelope.position <= lastFactPosition) return;
      lastFactPosition = envelope.position;
      feed.fact(envelope);
      listeners.facts.notify(envelope);
    },
    presence(presence) {
      feed.presence(presence);
      listeners.presences.notify(presence);
    },
    draft(news) {
      if (news.tab !== tab) listeners.drafts.notify(news.promptId);
    },
    resetLists() {
      prompts.forget();
      listeners.resets.notify();
    },
    restart() {
      lastFactPosition = 0;
    },
    clear() {
      lastFactPosition = 0;
      feed.drop();
      prompts.clear();
    },
  };
}
