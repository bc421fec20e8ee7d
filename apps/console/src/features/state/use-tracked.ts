import type { Thread } from '@countersign/thread/thread';
import { useState } from 'react';
import { type TrackedState, track } from './tracked-state.ts';

/** The state of a thread, and what has changed in it since it is looked at. */
export function useTracked({ state, sequence }: Pick<Thread, 'state' | 'sequence'>): TrackedState {
  const [tracked, setTracked] = useState(() => track(null, state, sequence, Date.now()));
  if (tracked.state === state) return tracked;
  const next = track(tracked, state, sequence, Date.now());
  setTracked(next);
  return next;
}
