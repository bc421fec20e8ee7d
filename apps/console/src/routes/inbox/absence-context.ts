import { createContext } from 'react';
import type { Away } from '../../live/prompts/absence.ts';

/** Since when the operator was away: noted on every page, shown in the inbox. */
export const AbsenceContext = createContext<Away>({ from: null, putAway: () => {} });
