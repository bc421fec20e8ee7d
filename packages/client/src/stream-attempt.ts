import type { Ports } from './ports.ts';
import { createSilenceWatch } from './silence-watch.ts';

/** The one current attempt at a stream: in progress, or scheduled. */
export interface StreamAttempt {
  /** Drops the previous one. Its signal aborts when it is dropped; `limitMs`: the permitted silence. */
  begin(limitMs: number): AbortSignal;
  received(): void;
  /** The permitted silence from now on. */
  allow(limitMs: number): void;
  later(again: () => void, delayMs: number): void;
  drop(): void;
  /** A stream is open, or being opened. */
  isUnderWay(): boolean;
  /** There is one, or one is scheduled. */
  isWanted(): boolean;
}

export function createStreamAttempt(
  ports: Pick<Ports, 'now' | 'schedule'>,
  onSilence: () => void,
): StreamAttempt {
  const silence = createSilenceWatch(ports, onSilence);
  let current: AbortController | null = null;
  let cancelRetry: (() => void) | null = null;
  const drop = () => {
    cancelRetry?.();
    cancelRetry = null;
    silence.stop();
    const dropped = current;
    current = null;
    dropped?.abort();
  };
  return {
    begin(limitMs) {
      drop();
      const controller = new AbortController();
      current = controller;
      silence.received();
      silence.allow(limitMs);
      return controller.signal;
    },
    received: silence.received,
    allow: silence.allow,
    later(again, delayMs) {
      cancelRetry = ports.schedule(again, delayMs);
    },
    drop,
    isUnderWay: () => current !== null,
    isWanted: () => current !== null || cancelRetry !== null,
  };
}
