import type { Thread } from '@countersign/thread/thread';
import { createContext, useContext } from 'react';

/** Whether the run is paused: what it left open is then not being written. */
export const PausedContext = createContext(false);
export const usePaused = () => useContext(PausedContext);

export const isPaused = ({ run }: Pick<Thread, 'run'>): boolean =>
  run.status === 'paused' || run.status === 'held';
