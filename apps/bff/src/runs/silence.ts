import type { Clock } from '../runtime/clock.ts';

/** Watches a stream for silence: call `heard` for each chunk; `onSilence` is called after `idleMs` without one. */
export interface SilenceWatch {
  heard(): void;
  /** The run has ended: from now on only this much more time. */
  linger(): void;
  stop(): void;
}

export function watchSilence(options: {
  clock: Clock;
  idleMs: number;
  lingerMs: number;
  /** Silence is allowed: the stream is held, or a person is being waited for. */
  excused: () => boolean;
  onSilence: () => void;
}): SilenceWatch {
  const { clock } = options;
  let heardAt = clock.monotonic();
  let deadline: number | null = null;
  let cancel = () => {};
  const check = () => {
    const now = clock.monotonic();
    if (deadline === null && options.excused()) heardAt = now;
    const at = deadline ?? heardAt + options.idleMs;
    if (now >= at) options.onSilence();
    else cancel = clock.schedule(check, at - now);
  };
  cancel = clock.schedule(check, options.idleMs);
  return {
    heard() {
      heardAt = clock.monotonic();
    },
    linger() {
      if (deadline !== null) return;
      deadline = clock.monotonic() + options.lingerMs;
      cancel();
      cancel = clock.schedule(check, options.lingerMs);
    },
    stop: () => cancel(),
  };
}
