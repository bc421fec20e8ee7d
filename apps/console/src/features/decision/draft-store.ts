import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Draft, draftOf, emptyDraft, hasContent } from './draft.ts';
import { orderOf } from './draft-order.ts';

/** How safe a draft is: the server has it, is being told, or only this browser has it. */
export type Kept = 'nothing' | 'saving' | 'server' | 'browser';

export interface DraftState {
  draft: Draft;
  kept: Kept;
  /** What another tab of the same operator wrote without knowing of this one. */
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
  /** While an answer is on its way, or stands, the server takes no draft: what it lacks is told when it can be written on. */
  hold(isHeld: boolean): void;
  /** Other tabs cannot be heard: what they wrote is looked at before anything is saved over it. */
  lost(): void;
  open(): void;
  /** Tells the server now what it does not know yet, and stops. */
  close(): void;
}

const saveAfterMs = 800;
const againAfterMs = 5_000;

/** One draft in several tabs, on the server and in this browser: a version that was written over another takes its place, and of two that know nothing of each other a person chooses. */
export function createDraftStore(ports: DraftPorts): DraftStore {
  const local = ports.read();
  const store = createStore<DraftState>(() => ({
    draft: local ?? emptyDraft,
    kept: local === null ? 'nothing' : 'browser',
    other: null,
  }));
  /** The version of the server that this one goes on from, and all that it has gone on from. */
  let inStep = local?.after ?? null;
  const known = new Set<number>([local?.savedAt ?? 0, inStep ?? 0]);
  let timer: (() => void) | null = null;
  let isSaving = false;
  /** Nothing that another tab wrote can have been missed. */
  let isHeard = false;
  let isClosed = false;
  let isHeldBack = false;

  const later = (delayMs: number, run: () => Promise<void> = push) => {
    timer?.();
    const fire = () => {
      timer = null;
      void run();
    };
    timer = isClosed ? null : ports.schedule(fire, delayMs);
  };
  const goOnFrom = (at: number | null) => {
    inStep = at;
    if (at !== null) known.add(at);
  };

  const push = async (): Promise<void> => {
    timer?.();
    timer = null;
    // What the other tab wrote stays on the server until somebody has chosen.
    if (isSaving || isHeldBack || store.getState().other !== null) return;
    if (!isHeard && !isClosed) return sync();
    const { draft } = store.getState();
    isSaving = true;
    try {
      await ports.save(draft);
      goOnFrom(draft.savedAt);
      if (store.getState().draft === draft) store.setState({ kept: 'server' });
    } catch (error) {
      store.setState({ kept: 'browser' });
      // Another tab may have been heard meanwhile: it is looked at first.
      if (ports.isPassing(error)) later(againAfterMs, sync);
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
    const isHeld = store.getState().other !== null;
    // Two versions of one moment could not be told apart.
    const savedAt = Math.max(ports.now(), (store.getState().draft.savedAt ?? 0) + 1);
    const next = { ...draft, savedAt, after: inStep };
    store.setState({ draft: next, kept: isHeld ? 'browser' : 'saving' });
    known.add(savedAt);
    ports.keep(hasContent(next) ? next : null);
  };

  const take = (remote: Draft) => {
    goOnFrom(remote.savedAt);
    // A kind that is chosen here stays chosen: the other tab only knows of what is written.
    const type = hasContent(remote) ? remote.type : store.getState().draft.type;
    store.setState({ draft: { ...remote, type }, kept: 'server', other: null });
    ports.keep(hasContent(remote) ? remote : null);
  };

  const sync = async (): Promise<void> => {
    let remote: Draft | null;
    try {
      remote = draftOf(await ports.load());
    } catch (error) {
      const { kept } = store.getState();
      if (kept === 'nothing' || kept === 'server') return;
      store.setState({ kept: 'browser' });
      if (ports.isPassing(error)) later(againAfterMs, sync);
      return;
    }
    isHeard = true;
    const { draft } = store.getState();
    if (isClosed) return;
    if (remote === null || remote.savedAt === null) {
      if (hasContent(draft)) later(0);
      return;
    }
    const order = orderOf(draft, remote, known);
    if (order === 'theirs') take(remote);
    else if (order === 'apart') store.setState({ other: remote, kept: 'browser' });
    else {
      if (order === 'same') goOnFrom(remote.savedAt);
      store.setState({ other: null, ...(order === 'same' ? { kept: 'server' as const } : {}) });
      if (order === 'mine' && timer === null) later(0);
    }
  };

  /** Both have been seen: the one that is chosen goes on from the other. */
  const settle = (draft: Draft) => {
    const { other } = store.getState();
    if (other === null) return;
    goOnFrom(other.savedAt);
    store.setState({ other: null });
    put(draft);
    later(0);
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
      put(hasContent(next) ? next : { ...next, basis: null, choices: {} });
      later(saveAfterMs);
    },
    sync,
    takeOther() {
      settle(store.getState().other ?? emptyDraft);
    },
    dropOther() {
      settle(store.getState().draft);
    },
    clear() {
      put(emptyDraft);
      later(0);
    },
    forget() {
      timer?.();
      timer = null;
      goOnFrom(null);
      store.setState({ draft: emptyDraft, kept: 'nothing', other: null });
      ports.keep(null);
    },
    hold(isHeld) {
      if (isHeld === isHeldBack) return;
      isHeldBack = isHeld;
      const { kept } = store.getState();
      if (!isHeld && (kept === 'saving' || kept === 'browser')) later(0);
    },
    lost() {
      isHeard = false;
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
