/** Ids in the order of their times. Times are ms since the epoch. */
export interface TimeLine {
  put(id: string, time: number): void;
  remove(id: string): void;
  /** Newest first: not before `since`, and before `until`. */
  newest(since: number, until: number): Iterable<{ id: string; time: number }>;
  /** From the place of an id outward in one direction, the nearest first, with the number of places. */
  from(id: string, direction: 'before' | 'after'): Iterable<{ id: string; places: number }>;
}

interface Moment {
  id: string;
  time: number;
}

const order = (a: Moment, b: Moment): number =>
  a.time - b.time || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

export function createTimeLine(): TimeLine {
  const times = new Map<string, number>();
  let moments: Moment[] = [];
  let isSorted = true;

  /** Sorted when it is read: a thousand changes in a row cost one sort, which is fast where most is in order. */
  const sorted = (): readonly Moment[] => {
    if (!isSorted) {
      moments = [...times].map(([id, time]) => ({ id, time })).sort(order);
      isSorted = true;
    }
    return moments;
  };
  /** The first place that is not before a moment. */
  const placeOf = (moment: Moment): number => {
    const all = sorted();
    let low = 0;
    let high = all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = all[middle];
      if (at !== undefined && order(at, moment) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    put(id, time) {
      if (times.get(id) === time) return;
      const last = moments.at(-1);
      const isNew = !times.has(id);
      times.set(id, time);
      // What has just happened needs no sort.
      if (isSorted && isNew && (last === undefined || order(last, { id, time }) < 0)) {
        moments.push({ id, time });
      } else isSorted = false;
    },
    remove(id) {
      if (times.delete(id)) isSorted = false;
    },
    *newest(since, until) {
      const all = sorted();
      for (let at = placeOf({ id: '', time: until }) - 1; at >= 0; at -= 1) {
        const moment = all[at];
        if (moment === undefined || moment.time < since) return;
        yield moment;
      }
    },
    *from(id, direction) {
      const time = times.get(id);
      if (time === undefined) return;
      const all = sorted();
      const step = direction === 'after' ? 1 : -1;
      const start = placeOf({ id, time });
      for (let at = start + step; at >= 0 && at < all.length; at += step) {
        const moment = all[at];
        if (moment !== undefined) yield { id: moment.id, places: Math.abs(at - start) };
      }
    },
  };
}
