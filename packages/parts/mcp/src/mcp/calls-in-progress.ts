import type { KnownProgram } from '@countersign/server/identity';
import type { OtherServers } from '@countersign/server/servers/other-servers';

/** Which call: ids of requests are unique in a session. */
export interface CallPlace {
  client: KnownProgram;
  /** Empty = none. */
  session: string;
  id: unknown;
}

/** Calls in progress of clients with sessions, so that a cancellation, which is a request of its own, finds its call. */
export interface CallsInProgress {
  /** A signal that is aborted by `cancel`, and what is to be called when the call has ended. */
  begin(place: CallPlace): { cancelled: AbortSignal; end: () => void };
  /** Also a call that another server answers. */
  cancel(place: CallPlace): void;
  close(): void;
}

export function createCallsInProgress(others: OtherServers): CallsInProgress {
  const calls = new Map<string, AbortController>();
  const stopHearing = others.onWord((word) => {
    if (word.kind === 'mcp-cancel') calls.get(word.call)?.abort();
  });
  return {
    begin(place) {
      const cancel = new AbortController();
      const { signal: cancelled } = cancel;
      // Without a session, two programs with one token may use the same ids.
      if (place.session === '') return { cancelled, end: () => {} };
      const name = nameOf(place);
      calls.set(name, cancel);
      const end = () => {
        if (calls.get(name) === cancel) calls.delete(name);
      };
      return { cancelled, end };
    },
    cancel(place) {
      const call = nameOf(place);
      if (calls.has(call)) calls.get(call)?.abort();
      else others.notify({ kind: 'mcp-cancel', call });
    },
    close: stopHearing,
  };
}

const nameOf = ({ client, session, id }: CallPlace): string =>
  JSON.stringify([client.id, session, id]);
