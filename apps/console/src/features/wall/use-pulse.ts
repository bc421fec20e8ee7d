import { useRef } from 'react';

const SPAN_MS = 5_000;

export interface Pulse {
  /** Events per second over the last five. */
  perSecond: number;
  /** Server time of the last event received by this tab, epoch ms. */
  lastAt: number;
}

/** The event rate of a task. `now` is the server's clock in whole seconds: one sample each. */
export function usePulse(sequence: number, updatedAt: number, now: number): Pulse {
  const samples = useRef<{ at: number; sequence: number }[]>([]);
  const seen = useRef({ sequence, at: updatedAt });
  if (sequence !== seen.current.sequence) {
    // The first render of a thread is no event.
    const at = seen.current.sequence === 0 ? updatedAt : now;
    seen.current = { sequence, at };
  }
  const list = samples.current;
  const isNew = list.at(-1)?.at !== now;
  if (isNew && sequence > 0) list.push({ at: now, sequence });
  while (list[0] !== undefined && now - list[0].at > SPAN_MS) list.shift();
  const [first] = list;
  const spanMs = first === undefined ? 0 : now - first.at;
  const perSecond =
    first === undefined || spanMs === 0 ? 0 : ((sequence - first.sequence) * 1_000) / spanMs;
  return { perSecond, lastAt: Math.max(updatedAt, seen.current.at) };
}
