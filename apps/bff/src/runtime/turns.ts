/**
 * Work that takes turns: one piece per round of the event loop, in the order requested, so that many requests do not block others.
 * Between two turns sockets are read and responses are sent.
 */
export interface Turns {
  /** Runs once, soon; not at all if it is undone before. Returns its undo. */
  take(work: () => void): () => void;
  /** Resolves in a later round of the event loop, after earlier requests. */
  next(): Promise<void>;
}

export function createTurns(nextRound: (run: () => void) => void = setImmediate): Turns {
  const waiting = new Set<{ work: () => void }>();
  let going = false;
  const turn = () => {
    for (const entry of waiting) {
      waiting.delete(entry);
      if (waiting.size > 0) nextRound(turn);
      else going = false;
      entry.work();
      return;
    }
    going = false;
  };
  const take: Turns['take'] = (work) => {
    const entry = { work };
    waiting.add(entry);
    if (!going) {
      going = true;
      nextRound(turn);
    }
    return () => waiting.delete(entry);
  };
  return { take, next: () => new Promise((resolve) => take(resolve)) };
}
