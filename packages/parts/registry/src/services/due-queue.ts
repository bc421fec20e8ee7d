/** What is due at a time, the longest overdue first: adding and taking cost the logarithm of their number. */
export interface DueQueue<Item extends { at: number }> {
  add(item: Item): void;
  /** The next one, which stays; those that are no longer wanted are dropped. */
  next(): Item | undefined;
  /** The next one, which is removed. */
  take(): Item | undefined;
}

/** `isWanted`: whether an item still counts. Those that do not are removed when they are due, or when they are the greater part. */
export function createDueQueue<Item extends { at: number }>(
  isWanted: (item: Item) => boolean,
): DueQueue<Item> {
  /** A heap: none is due before the one at half its place. */
  let heap: Item[] = [];
  let cleanAt = 64;

  const swap = (one: number, other: number) => {
    const item = heap[one] as Item;
    heap[one] = heap[other] as Item;
    heap[other] = item;
  };
  const isBefore = (one: number, other: number) =>
    (heap[one]?.at ?? Number.POSITIVE_INFINITY) < (heap[other]?.at ?? Number.POSITIVE_INFINITY);
  const up = (from: number) => {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!isBefore(at, parent)) return;
      swap(at, parent);
      at = parent;
    }
  };
  const down = () => {
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      const child = isBefore(left + 1, left) ? left + 1 : left;
      if (!isBefore(child, at)) return;
      swap(at, child);
      at = child;
    }
  };
  const removeFirst = () => {
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return;
    heap[0] = last;
    down();
  };
  const next = () => {
    for (let first = heap[0]; first !== undefined; first = heap[0]) {
      if (isWanted(first)) return first;
      removeFirst();
    }
    return undefined;
  };
  return {
    next,
    add(item) {
      heap.push(item);
      up(heap.length - 1);
      if (heap.length < cleanAt) return;
      // A list in order is a heap.
      heap = heap.filter(isWanted).sort((a, b) => a.at - b.at);
      cleanAt = Math.max(64, 2 * heap.length);
    },
    take() {
      const first = next();
      if (first !== undefined) removeFirst();
      return first;
    },
  };
}
