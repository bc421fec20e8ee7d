import type { Report } from '../runtime/alarm.ts';
import { notifyAll } from '../runtime/notify-all.ts';
import { type EntryKey, type Word, wordSchema } from './word.ts';

/** The other servers on the same store. */
export interface OtherServers {
  /** Notifies all of them; never throws. */
  notify(word: Word): void;
  /** Called with each word of another server; returns its undo. */
  onWord(listener: (word: Word) => void): () => void;
  /** Called when words may have been missed, as the connection over which they come is a new one; returns its undo. */
  onGap(listener: () => void): () => void;
}

/** A store of one server. */
export const noOthers: OtherServers = {
  notify() {},
  onWord: () => () => {},
  onGap: () => () => {},
};

/** Of a notice in PostgreSQL, in bytes. */
const maxWordBytes = 7_900;

/** `send`: to every server, also this one, whose id is `server`. */
export function createOtherServers(options: {
  server: string;
  send: (text: string) => Promise<unknown>;
  report?: Report | undefined;
}) {
  const { server, send, report } = options;
  const listeners = new Set<(word: Word) => void>();
  const gaps = new Set<() => void>();
  const others: OtherServers = {
    notify(word) {
      const text = textOfWord(server, word);
      // A name as long as that is in no other list either; it is read again with the next change.
      if (text === null) return;
      send(text).catch((error) => report?.('The other servers were not told something.', error));
    },
    onWord(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onGap(listener) {
      gaps.add(listener);
      return () => gaps.delete(listener);
    },
  };
  return {
    others,
    /** A notice has arrived. */
    receive(text: string): void {
      const word = readWord(server, text);
      if (word !== null) notifyAll(listeners, word, report);
    },
    /** Another server has committed something. */
    committed: (): void => notifyAll(listeners, { kind: 'committed' }, report),
    /** Notices may have been missed. */
    missed: (): void => notifyAll(gaps, undefined, report),
  };
}

/** The text of a notice; null = it is too long for one. */
export function textOfWord(server: string, word: Word): string | null {
  const text = JSON.stringify({ from: server, word });
  return Buffer.byteLength(text) > maxWordBytes ? null : text;
}

/** The same for entries that have changed: too many for one notice are all of them. */
export const textOfKeys = (server: string, keys: EntryKey[]): string =>
  textOfWord(server, { kind: 'entries', keys }) ??
  JSON.stringify({ from: server, word: { kind: 'entries', keys: null } satisfies Word });

const noticeOf = (text: string): { from?: unknown; word?: unknown } => {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
};

/** Null = it is one of this server, or of a newer version. */
function readWord(server: string, text: string): Word | null {
  const { from, word } = noticeOf(text);
  if (from === server) return null;
  const parsed = wordSchema.safeParse(word);
  return parsed.success ? parsed.data : null;
}
