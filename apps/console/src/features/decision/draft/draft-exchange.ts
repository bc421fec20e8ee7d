import { draftOf, hasContent } from './draft.ts';
import type { DraftReplica } from './draft-replica.ts';

/** What the exchange of a draft with the server needs from outside. */
export interface ExchangePorts {
  load(): Promise<unknown>;
  save(draft: unknown): Promise<void>;
  /** Whether trying again can help. */
  isPassing(error: unknown): boolean;
  schedule(run: () => void, delayMs: number): () => void;
}

export interface DraftExchange {
  /** Sends the draft after a while; a later call starts the wait again. */
  saveAfter(delayMs: number): void;
  cancel(): void;
  /** Reads what the server has: on opening, and when another tab wrote. */
  sync(): Promise<void>;
  /** While an answer is being sent or recorded, the server accepts no draft. */
  hold(isHeld: boolean): void;
  /** Notifications of other tabs may be missing: the server is read before anything is saved over their versions. */
  lost(): void;
  open(): void;
  /** Sends what the server does not have yet, and stops. */
  close(): void;
}

const againAfterMs = 5_000;

/** Saves one draft to the server and follows the versions of the operator's other tabs. */
export function createDraftExchange(replica: DraftReplica, ports: ExchangePorts): DraftExchange {
  const { store } = replica;
  let timer: (() => void) | null = null;
  let isSaving = false;
  /** No version of another tab can have been missed. */
  let isCurrent = false;
  let isClosed = false;
  let isHeld = false;

  const cancel = () => {
    timer?.();
    timer = null;
  };
  const later = (delayMs: number, run: () => Promise<void> = push) => {
    cancel();
    const fire = () => {
      timer = null;
      void run();
    };
    timer = isClosed ? null : ports.schedule(fire, delayMs);
  };
  const failed = (error: unknown) => {
    store.setState({ kept: 'browser' });
    if (ports.isPassing(error)) later(againAfterMs, sync);
  };

  const push = async (): Promise<void> => {
    cancel();
    // The other tab's version stays on the server until one is chosen.
    if (isSaving || isHeld || store.getState().other !== null) return;
    if (!isCurrent && !isClosed) return sync();
    const draft = replica.beginSend();
    isSaving = true;
    try {
      await ports.save(draft);
      replica.sent(draft);
    } catch (error) {
      // Another tab may have written in the meantime: that is read first.
      failed(error);
      return;
    } finally {
      isSaving = false;
    }
    if (store.getState().draft.savedAt === draft.savedAt) return;
    if (isClosed) void push();
    else later(0);
  };

  const sync = async (): Promise<void> => {
    let loaded: unknown;
    try {
      loaded = await ports.load();
    } catch (error) {
      const { kept } = store.getState();
      if (kept === 'saving' || kept === 'browser') failed(error);
      return;
    }
    const remote = draftOf(loaded);
    isCurrent = true;
    if (isClosed) return;
    if (remote === null || remote.savedAt === null) {
      if (hasContent(store.getState().draft)) later(0);
      return;
    }
    const order = replica.compare(remote);
    if (order === 'theirs') replica.take(remote);
    else if (order === 'apart') store.setState({ other: remote, kept: 'browser' });
    else {
      store.setState({ other: null });
      if (order === 'same') replica.stored();
      else if (timer === null) later(0);
    }
  };

  return {
    saveAfter: (delayMs) => later(delayMs),
    cancel,
    sync,
    hold(shouldHold) {
      if (shouldHold === isHeld) return;
      isHeld = shouldHold;
      const { kept } = store.getState();
      if (!isHeld && (kept === 'saving' || kept === 'browser')) later(0);
    },
    lost() {
      isCurrent = false;
    },
    open() {
      isClosed = false;
      void sync();
    },
    close() {
      isClosed = true;
      if (timer !== null) void push();
    },
  };
}
