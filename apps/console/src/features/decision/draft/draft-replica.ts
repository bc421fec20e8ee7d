import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Draft, emptyDraft, hasContent, writtenIn } from './draft.ts';

/**
 * Which of two versions of a draft is used; `apart` = both contain text the other was not based on, so the operator has to choose.
 */
type Order = 'same' | 'mine' | 'theirs' | 'apart';

const sameWords = (left: Draft, right: Draft) =>
  JSON.stringify(writtenIn(left)) === JSON.stringify(writtenIn(right));

/** Whether a version is known to have been stored on the server: it is then its own `after`. */
const isStored = (draft: Draft) => draft.savedAt !== null && draft.after === draft.savedAt;

/**
 * `known`: times of versions that mine was written over. A version on the server was written over all those that were stored there
 * before it, and over no other: no text is dropped unseen.
 */
function orderOf(mine: Draft, theirs: Draft, known: ReadonlySet<number>): Order {
  const mineAt = mine.savedAt ?? 0;
  const theirsAt = theirs.savedAt ?? 0;
  // Without text, the kind of answer that is chosen is of this tab only.
  const isEmpty = !hasContent(mine) && !hasContent(theirs);
  if (mineAt === theirsAt) return isEmpty || sameWords(mine, theirs) ? 'same' : 'apart';
  if (known.has(theirsAt)) return 'mine';
  if (theirs.after !== null) {
    if (theirs.after === mineAt || (isStored(mine) && theirs.after > mineAt)) return 'theirs';
  }
  if (!hasContent(mine)) return 'theirs';
  if (!hasContent(theirs)) return 'mine';
  if (sameWords(mine, theirs)) return mineAt > theirsAt ? 'mine' : 'theirs';
  return 'apart';
}

/** Where a draft is stored: on the server, about to be sent there, or only in this browser. */
export type Kept = 'nothing' | 'saving' | 'server' | 'browser';

export interface DraftState {
  draft: Draft;
  kept: Kept;
  /** What another tab of the same operator wrote without knowing of this one. */
  other: Draft | null;
}

/** This tab's copy of a draft, with the versions it was written over. */
export interface DraftReplica {
  store: StoreApi<DraftState>;
  /** A new version, written here at `now` (epoch ms). */
  put(draft: Draft, now: number): void;
  /** The server's version replaces this one. */
  take(remote: Draft): void;
  /** How this version and the server's follow from each other. */
  compare(remote: Draft): Order;
  /** The version of the server that this one continues from. */
  continueFrom(at: number | null): void;
  /** The server has this version. */
  stored(): void;
  /** The version to send; it counts as an ancestor of later ones from now on, whether or not a response arrives. */
  beginSend(): Draft;
  /** The server has stored a version that this tab has sent. */
  sent(draft: Draft): void;
}

/** Earlier versions that are remembered: more than occur while text is typed during an outage. */
const maxAttempts = 50;

/** The versions that the one kept in this browser was written over, and itself: whether it reached the server is not known. */
const attemptsOf = ({ savedAt, after, attempts }: Draft): readonly number[] =>
  savedAt === null || savedAt === after ? attempts : [...attempts, savedAt];

export function createDraftReplica(
  local: Draft | null,
  keep: (draft: Draft | null) => void,
): DraftReplica {
  const store = createStore<DraftState>(() => ({
    draft: local ?? emptyDraft,
    kept: local === null ? 'nothing' : 'browser',
    other: null,
  }));
  let after = local?.after ?? null;
  let attempts: readonly number[] = local === null ? [] : attemptsOf(local);
  const known = new Set<number>([local?.savedAt ?? 0, after ?? 0, ...attempts]);

  const remember = (at: number | null) => {
    if (at !== null && !attempts.includes(at)) attempts = [...attempts, at].slice(-maxAttempts);
  };
  // The version before is remembered too: the server may still have it, although it has confirmed this one.
  const continueFrom = (at: number | null) => {
    if (after !== at) remember(after);
    after = at;
    if (at !== null) known.add(at);
  };

  const keepVersion = (draft: Draft) => {
    store.setState({ draft });
    // Emptied text is kept until the server has no other: after a reload it would be taken for text of another tab.
    const isUnsaid = !isStored(draft) && (draft.after !== null || draft.attempts.length > 0);
    keep(hasContent(draft) || isUnsaid ? draft : null);
  };
  const stored = () => {
    const { draft } = store.getState();
    continueFrom(draft.savedAt);
    keepVersion({ ...draft, after, attempts });
    store.setState({ kept: 'server' });
  };

  return {
    store,
    continueFrom,
    stored,
    put(draft, now) {
      const hasOther = store.getState().other !== null;
      // Two versions with the same time could not be distinguished.
      const savedAt = Math.max(now, (store.getState().draft.savedAt ?? 0) + 1);
      const next = { ...draft, savedAt, after, attempts };
      keepVersion(next);
      store.setState({ kept: hasOther ? 'browser' : 'saving' });
      known.add(savedAt);
    },
    take(remote) {
      // A kind that is chosen here stays chosen: the other tab only knows the text.
      const type = hasContent(remote) ? remote.type : store.getState().draft.type;
      store.setState({ draft: { ...remote, type }, other: null });
      stored();
    },
    compare: (remote) => orderOf(store.getState().draft, remote, known),
    beginSend() {
      const { draft } = store.getState();
      remember(draft.savedAt);
      // Written while an earlier version was being sent: by now that one is on the server.
      return { ...draft, after, attempts: [] };
    },
    sent(draft) {
      if (store.getState().draft.savedAt === draft.savedAt) stored();
      else continueFrom(draft.savedAt);
    },
  };
}
