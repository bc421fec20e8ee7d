/**
 * Work that takes turns: one piece per round of the event loop, in the order requested, so that many requests do not block others.
 * Between two turns sockets are read and responses are sent.
 */
export interface Turns {
  /**
   * Runs once, soon; not at all if it is undone before. Work that returns a promise lasts until that is settled, and only so many last at
   * the same time. Returns its undo.
   */
  take(work: () => Promise<void> | void): () => void;
  /** Resolves in a later round of the event loop, after earlier requests. */
  next(): Promise<void>;
}

export function createTurns({
  nextRound = setImmediate,
  atOnce = 1,
}: {
  nextRound?: (run: () => void) => void;
  /** Pieces that last at the same time. */
  atOnce?: number;
} = {}): Turns {
  const waiting = new Set<{ work: () => Promise<void> | void }>();
  let isNext = false;
  let lasting = 0;
  const goOn = () => {
    if (isNext || waiting.size === 0 || lasting >= atOnce) return;
    isNext = true;
    nextRound(turn);
  };
  const ended = () => {
    lasting -= 1;
    goOn();
  };
  const turn = () => {
    isNext = false;
    const [entry] = waiting;
    if (entry === undefined) return;
    waiting.delete(entry);
    try {
      const lasts = entry.work();
      if (lasts === undefined) return;
      lasting += 1;
      lasts.then(ended, ended);
    } finally {
      // Also after one that has thrown.
      goOn();
    }
  };
  const take: Turns['take'] = (work) => {
    const entry = { work };
    waiting.add(entry);
    goOn();
    return () => waiting.delete(entry);
  };
  return { take, next: () => new Promise((resolve) => take(resolve)) };
}
