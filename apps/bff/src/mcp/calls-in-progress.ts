import type { KnownClient } from '../store/mcp-clients.ts';

/** Which call: ids of requests are unique in a session. */
export interface CallPlace {
  client: KnownClient;
  /** Empty = none. */
  session: string;
  id: unknown;
}

/** Calls in progress of clients with sessions, so that a cancellation, which is a request of its own, finds its call. */
export interface CallsInProgress {
  /** A signal that is aborted by `cancel`, and what is to be called when the call has ended. */
  begin(place: CallPlace): { cancelled: AbortSignal; end: () => void };
  cancel(place: CallPlace): void;
}

export function createCallsInProgress(): CallsInProgress {
  const calls = new Map<string, AbortController>();
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
      calls.get(nameOf(place))?.abort();
    },
  };
}

const nameOf = ({ client, session, id }: CallPlace): string =>
  JSON.stringify([client.id, session, id]);
