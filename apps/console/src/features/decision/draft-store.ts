import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Draft, draftOf, emptyDraft, hasContent } from './draft.ts';

/** How safe a draft is: the server has it, is being told, or only this browser has it. */
export type Kept = 'nothing' | 'saving' | 'server' | 'browser';

export interface DraftState {
  draft: Draft;
  kept: Kept;
  /** What another tab of the same operator wrote while this one was typed into. */
  other: Draft | null;
}

export interface DraftPorts {
  /** This browser's storage. */
  read(): Draft | null;
  keep(draft: Draft | null): void;
  load(): Promise<unknown>;
  save(draft: Draft): Promise<void>;
  /** Whether trying again can help. */
  isPassing(error: unknown): boolean;
  /** Epoch ms on the server's clock. */
  now(): number;
  schedule(run: () => void, delayMs: number): () => void;
  isTyping(): boolean;
}

export interface DraftStore {
  store: StoreApi<DraftState>;
  update(part: Partial<Draft>): void;
  /** Reads what the server has: on opening, and when another tab wrote. */
  sync(): Promise<void>;
  takeOther(): void;
  dropOther(): void;
  /** Throws it away, here and everywhere. */
  clear(): void;
  /** The answer has left: the server has dropped it by itself. */
  forget(): void;
  open(): void;
  /** Tells the server now what it does not know yet, and stops. */
  close(): void;
}

const saveAfterMs = 800;
const againAfterMs = 5_000;

/** One draft in two places: of the server's and this browser's the newer one counts. */
export function createDraftStore(ports: DraftPorts): DraftStore {
  const local = ports.read();
  const store = createStore<DraftState>(() => ({
    draft: local ?? emptyDraft,
    kept: local === null ? 'nothing' : 'browser',
    other: null,
  }));
  let timer: (() => void) | null = null;
  let isSaving = false;
  let isClosed = false;

  const later = (delayMs: number) => {
    timer?.();
    timer = isClosed ? null : ports.schedule(() => void push(), delayMs);
  };

  const push = async (): Promise<void> => {
    timer?.();
    timer = null;
    if (isSaving) return;
    const { draft } = store.getState();
    isSaving = true;
    try {
      await ports.save(draft);
      if (store.getState().draft === draft) store.setState({ kept: 'server' });
    } catch (error) {
      store.setState({ kept: 'browser' });
      if (ports.isPassing(error)) later(againAfterMs);
      return;
    } finally {
      isSaving = false;
    }
    if (store.getState().draft.savedAt === draft.savedAt) return;
    if (isClosed) void push();
    else later(0);
  };

  /** A new truth that everybody has to hear. */
  const put = (draft: Draft) => {
    store.setState({ draft, kept: 'saving', other: null });
    ports.keep(hasContent(draft) ? draft : null);
  };

  return {
    store,
    update(part) {
      const before = store.getState().draft;
      const next = { ...before, ...part };
      if (!hasContent(next) && !hasContent(before)) {
        store.setState({ draft: { ...next, basis: null, choices: {} } });
        return;
      }
      const { other } = store.getState();
      put(
        hasContent(next)
          ? { ...next, savedAt: ports.now() }
          : { ...next, basis: null, choices: {}, savedAt: ports.now() },
      );
      // It is for the person to choose between the two.
      if (other !== null) store.setState({ other });
      later(saveAfterMs);
    },
    async sync() {
      let remote: Draft | null;
      try {
        remote = draftOf(await ports.load());
      } catch {
        return;
      }
      const { draft } = store.getState();
      const at = remote?.savedAt ?? 0;
      const mine = draft.savedAt ?? 0;
      if (isClosed || (at === mine && at === 0)) return;
      if (at === mine) store.setState({ kept: 'server' });
      else if (at < mine || remote === null) {
        if (hasContent(draft)) later(0);
      } else if (ports.isTyping() && hasContent(draft)) store.setState({ other: remote });
      else {
        // A kind that is chosen here stays chosen: the other tab only knows of what is written.
        const type = hasContent(remote) ? remote.type : draft.type;
        store.setState({ draft: { ...remote, type }, kept: 'server', other: null });
        ports.keep(hasContent(remote) ? remote : null);
      }
    },
    takeOther() {
      const { other } = store.getState();
      if (other === null) return;
      put({ ...other, savedAt: ports.now() });
      later(0);
    },
    dropOther() {
      put({ ...store.getState().draft, savedAt: ports.now() });
      later(0);
    },
    clear() {
      put({ ...emptyDraft, savedAt: ports.now() });
      later(0);
    },
    forget() {
      timer?.();
      timer = null;
      store.setState({ draft: emptyDraft, kept: 'nothing', other: null });
      ports.keep(null);
    },
    open() {
      isClosed = false;
      void this.sync();
    },
    close() {
      isClosed = true;
      if (timer !== null) void push();
    },
  };
}
