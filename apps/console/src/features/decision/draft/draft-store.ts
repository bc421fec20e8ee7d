import type { StoreApi } from 'zustand/vanilla';
import { type Draft, emptyDraft, hasContent } from './draft.ts';
import { createDraftExchange, type DraftExchange, type ExchangePorts } from './draft-exchange.ts';
import { createDraftReplica, type DraftState } from './draft-replica.ts';

export interface DraftPorts extends ExchangePorts {
  /** This browser's storage. */
  read(): Draft | null;
  keep(draft: Draft | null): void;
  /** Epoch ms on the server's clock. */
  now(): number;
}

export interface DraftStore extends Omit<DraftExchange, 'saveAfter' | 'cancel'> {
  store: StoreApi<DraftState>;
  update(part: Partial<Draft>): void;
  takeOther(): void;
  dropOther(): void;
  /** Deletes it, here and everywhere. */
  clear(): void;
  /** The answer was sent: the server has deleted the draft itself. */
  forget(): void;
}

const saveAfterMs = 800;

/**
 * One draft in several tabs, on the server and in this browser: a version replaces those it was written over, and of two independent
 * ones the operator chooses.
 */
export function createDraftStore(ports: DraftPorts): DraftStore {
  const replica = createDraftReplica(ports.read(), ports.keep);
  const { store } = replica;
  const { saveAfter, cancel, ...exchange } = createDraftExchange(replica, ports);

  /** Both have been seen: the chosen one continues from the other. */
  const settle = (draft: Draft) => {
    const { other } = store.getState();
    if (other === null) return;
    replica.continueFrom(other.savedAt);
    store.setState({ other: null });
    replica.put(draft, ports.now());
    saveAfter(0);
  };

  return {
    ...exchange,
    store,
    update(part) {
      const before = store.getState().draft;
      const next = { ...before, ...part };
      if (!hasContent(next) && !hasContent(before)) {
        store.setState({ draft: { ...next, basis: null, choices: {} } });
        return;
      }
      const draft = hasContent(next) ? next : { ...next, basis: null, choices: {} };
      replica.put(draft, ports.now());
      saveAfter(saveAfterMs);
    },
    takeOther() {
      settle(store.getState().other ?? emptyDraft);
    },
    dropOther() {
      settle(store.getState().draft);
    },
    clear() {
      replica.put(emptyDraft, ports.now());
      saveAfter(0);
    },
    forget() {
      cancel();
      replica.continueFrom(null);
      store.setState({ draft: emptyDraft, kept: 'nothing', other: null });
      ports.keep(null);
    },
  };
}
