import type { Ports } from '../ports.ts';

/** Detects that nothing was received for a while, even if the machine was asleep. */
interface SilenceWatch {
  received(): void;
  /** From now on `onSilence` is called when nothing was received for this long. */
  allow(limitMs: number): void;
  stop(): void;
}

function createSilenceWatch(
  ports: Pick<Ports, 'now' | 'schedule'>,
  onSilence: () => void,
): SilenceWatch {
  let receivedAt = 0;
  let cancel: (() => void) | null = null;
  const stop = () => {
    cancel?.();
    cancel = null;
  };
  const allow = (limitMs: number) => {
    stop();
    const restMs = receivedAt + limitMs - ports.now();
    if (restMs <= 0 || restMs > limitMs) onSilence();
    else cancel = ports.schedule(() => allow(limitMs), restMs);
  };
  return {
    received() {
      receivedAt = ports.now();
    },
    allow,
    stop,
  };
}

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
