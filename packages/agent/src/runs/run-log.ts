/** One event as sent: `id` counts from 1 within the run, `data` is its JSON text. */
export interface LogEntry {
  id: number;
  data: string;
}

export interface RunLogLimits {
  /** How far the run may be ahead of its fastest reader before it stalls. */
  maxUnreadEvents: number;
  maxUnreadChars: number;
  /** Events already read are dropped beyond this; a replay from before is then refused. */
  maxKeptChars: number;
}

/** A position in the log that advances as the connection accepts events. */
export interface LogReader {
  /** The next entries, waiting for at least one; null when the run has ended and all were read. */
  next(maxChars: number): Promise<LogEntry[] | null>;
  close(): void;
}

/** The events of one run: appended once, replayable by any number of readers. */
export interface RunLog {
  append(data: string): void;
  /** No event follows. */
  close(): void;
  reader(after: number): LogReader;
  lastId(): number;
  /** The smallest `after` a reader can start from. */
  firstAfter(): number;
  readers(): number;
  /** Whether the run is so far ahead that it has to wait. */
  stalled(): boolean;
}

interface ReaderState {
  after: number;
  wake: (() => void) | null;
  closed: boolean;
}

/** `onChange` is called whenever `stalled()` or `readers()` may have changed by reading. */
export function createRunLog(limits: RunLogLimits, onChange: () => void): RunLog {
  const entries: LogEntry[] = [];
  const readers = new Set<ReaderState>();
  let lastId = 0;
  let closed = false;
  let keptChars = 0;
  let unreadChars = 0;
  let readUpTo = 0;

  const wakeAll = () => {
    for (const reader of readers) {
      reader.wake?.();
      reader.wake = null;
    }
  };
  const trim = () => {
    let dropped = 0;
    for (const entry of entries) {
      if (keptChars <= limits.maxKeptChars || entry.id > readUpTo) break;
      keptChars -= entry.data.length;
      dropped += 1;
    }
    if (dropped > 0) entries.splice(0, dropped);
  };
  const firstAfter = () => (entries[0] ? entries[0].id - 1 : lastId);
  const moved = (reader: ReaderState, taken: readonly LogEntry[]) => {
    for (const entry of taken) {
      if (entry.id > readUpTo) {
        readUpTo = entry.id;
        unreadChars -= entry.data.length;
      }
      reader.after = entry.id;
    }
    onChange();
  };

  return {
    append(data) {
      lastId += 1;
      entries.push({ id: lastId, data });
      keptChars += data.length;
      unreadChars += data.length;
      trim();
      wakeAll();
    },
    close() {
      closed = true;
      wakeAll();
    },
    reader(after) {
      const state: ReaderState = { after, wake: null, closed: false };
      readers.add(state);
      onChange();
      return {
        async next(maxChars) {
          while (!state.closed) {
            const taken = slice(entries, state.after, maxChars);
            if (taken.length > 0) {
              moved(state, taken);
              return taken;
            }
            if (closed) return null;
            await new Promise<void>((resolve) => {
              state.wake = resolve;
            });
          }
          return null;
        },
        close() {
          state.closed = true;
          state.wake?.();
          if (readers.delete(state)) onChange();
        },
      };
    },
    lastId: () => lastId,
    firstAfter,
    readers: () => readers.size,
    stalled: () =>
      lastId - readUpTo >= limits.maxUnreadEvents || unreadChars >= limits.maxUnreadChars,
  };
}

function slice(entries: readonly LogEntry[], after: number, maxChars: number): LogEntry[] {
  const first = entries[0];
  if (!first) return [];
  const taken: LogEntry[] = [];
  let chars = 0;
  for (let at = Math.max(0, after + 1 - first.id); at < entries.length; at += 1) {
    const entry = entries[at];
    if (!entry || (taken.length > 0 && chars + entry.data.length > maxChars)) break;
    taken.push(entry);
    chars += entry.data.length;
  }
  return taken;
}
