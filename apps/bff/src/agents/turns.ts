/** Who works for long gives others their turn: one slice of work a round of the event loop, over all agents together. */
export interface Turns {
  /** Resolves in a later round of the event loop, when those who came before have had theirs. */
  next(): Promise<void>;
}

export function createTurns(): Turns {
  let waiting: (() => void)[] = [];
  let armed = false;
  const give = () => {
    const [first, ...others] = waiting;
    waiting = others;
    armed = others.length > 0;
    // In the round after this one: in between, sockets are read and answered.
    if (armed) setImmediate(give);
    first?.();
  };
  return {
    next: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (armed) return;
        armed = true;
        setImmediate(give);
      }),
  };
}

/** Characters of one slice: a few milliseconds, even of the smallest events. */
export const sliceChars = 16_384;

/** A text in slices that are no longer than that; none when it is empty. */
export function* slicesOf(text: string, chars = sliceChars): Generator<string> {
  for (let at = 0; at < text.length; at += chars) yield text.slice(at, at + chars);
}
