import type { Ports } from './ports.ts';

/** Detects that nothing was received for a while, even if the machine was asleep. */
export interface SilenceWatch {
  received(): void;
  /** From now on `onSilence` is called when nothing was received for this long. */
  allow(limitMs: number): void;
  stop(): void;
}

export function createSilenceWatch(
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
