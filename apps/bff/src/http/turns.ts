/** Work that takes turns: one piece per turn of the event loop, in the order asked for, so that a crowd holds up nobody else. */
export interface Turns {
  /** Runs once, soon; not at all when it is undone before. Returns its undo. */
  take(work: () => void): () => void;
}

export function createTurns(nextTurn: (run: () => void) => void = setImmediate): Turns {
  const waiting = new Set<{ work: () => void }>();
  let going = false;
  const turn = () => {
    for (const entry of waiting) {
      waiting.delete(entry);
      if (waiting.size > 0) nextTurn(turn);
      else going = false;
      entry.work();
      return;
    }
    going = false;
  };
  return {
    take(work) {
      const entry = { work };
      waiting.add(entry);
      if (!going) {
        going = true;
        nextTurn(turn);
      }
      return () => waiting.delete(entry);
    },
  };
}
