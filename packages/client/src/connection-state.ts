import type { StoreTrouble } from './stream/moment-shape.ts';

/**
 * The status of the one stream of this tab. Times are epoch ms on this machine's clock; `lastEventAt` is exact to a second.
 * `lostAt`: since when there is no stream, over any number of retries; null = there is one, or none was needed yet. `attempt`
 * counts failures since the stream was last live; `behind` is null while unknown, `refusal` is null unless the server refused
 * the stream.
 */
export interface ConnectionState {
  status: 'idle' | 'connecting' | 'catching-up' | 'live' | 'offline' | 'unauthorized';
  since: number;
  lostAt: number | null;
  lastEventAt: number | null;
  attempt: number;
  retryAt: number | null;
  behind: number | null;
  refusal: string | null;
  /**
   * The last reported trouble of the server's store; null = it accepts writes, as far as is known. Times on the server's clock.
   */
  storeTrouble: StoreTrouble | null;
  /** Parts of the store that the server could not read completely, by its names. */
  storeDamaged: readonly string[];
}

/** Events of the stream. */
export type ConnectionEvent =
  | { type: 'connect' }
  | { type: 'accepted' }
  /** All missed events have been received. */
  | { type: 'ready' }
  /** Bytes were received. */
  | { type: 'received' }
  | { type: 'store'; trouble: StoreTrouble | null; damaged: readonly string[] }
  | { type: 'failed'; retryAfterMs: number; refusal: string | null }
  | { type: 'unauthorized' }
  | { type: 'closed' };

export const idleSince = (now: number): ConnectionState => ({
  status: 'idle',
  since: now,
  lostAt: null,
  lastEventAt: null,
  attempt: 0,
  retryAt: null,
  behind: null,
  refusal: null,
  storeTrouble: null,
  storeDamaged: [],
});

/** The state after an event; the same object if nothing changed. */
export function afterEvent(
  state: ConnectionState,
  event: ConnectionEvent,
  now: number,
): ConnectionState {
  switch (event.type) {
    case 'connect':
      // Reopening for another set of tasks is not reported to the operator.
      return state.status === 'live' ? state : move(state, now, { status: 'connecting' });
    case 'accepted':
      return state.status === 'live' ? state : move(state, now, { status: 'catching-up' });
    case 'ready': {
      // If the store has trouble, the server reports it next.
      const sound = { storeTrouble: null, storeDamaged: [] };
      return move(state, now, { status: 'live', attempt: 0, refusal: null, ...sound });
    }
    case 'received':
      return state.lastEventAt !== null && now - state.lastEventAt < 1_000
        ? state
        : { ...state, lastEventAt: now };
    case 'store':
      return { ...state, storeTrouble: event.trouble, storeDamaged: event.damaged };
    case 'failed': {
      const attempt = state.attempt + 1;
      const retryAt = now + event.retryAfterMs;
      return move(state, now, { status: 'offline', attempt, retryAt, refusal: event.refusal });
    }
    case 'unauthorized':
      return move(state, now, { status: 'unauthorized' });
    case 'closed':
      return move(state, now, { status: 'idle', attempt: 0, refusal: null });
  }
}

function move(
  state: ConnectionState,
  now: number,
  to: Partial<ConnectionState> & Pick<ConnectionState, 'status'>,
): ConnectionState {
  const next = { ...state, retryAt: null, ...to };
  if (to.status === state.status) return next;
  // Neither a retry nor a stream that is still catching up ends the loss.
  const isTrying = to.status === 'connecting' || to.status === 'catching-up';
  const lostAt = isTrying ? state.lostAt : to.status === 'offline' ? (state.lostAt ?? now) : null;
  return { ...next, since: now, lostAt };
}
