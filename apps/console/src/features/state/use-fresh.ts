import type { Thread } from '@countersign/thread/thread';
import { useState } from 'react';
import { changedPlaces } from './changed-places.ts';

/** Places that changed with the last update, and the position of it: each flashes once. */
export interface Fresh {
  places: ReadonlySet<string>;
  sequence: number;
}

const none: ReadonlySet<string> = new Set();

export function useFresh({ state, sequence }: Thread): Fresh {
  const [held, setHeld] = useState({ state, fresh: { places: none, sequence } });
  if (held.state === state) return held.fresh;
  // The first document is no change, and neither is a step back in time.
  const isChange = held.state !== undefined && sequence > held.fresh.sequence;
  const fresh = { places: isChange ? changedPlaces(held.state, state) : none, sequence };
  setHeld({ state, fresh });
  return fresh;
}
