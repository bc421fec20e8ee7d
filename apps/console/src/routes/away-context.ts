import { createContext } from 'react';
import type { Away } from '../live/away.ts';

/** Since when the operator was away: noted on every page, shown in the inbox. */
export const AwayContext = createContext<Away>({ from: null, putAway: () => {} });
