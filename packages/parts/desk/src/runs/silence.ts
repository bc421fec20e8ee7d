import type { Clock } from '@countersign/server/runtime/clock';
import type { Awaitable } from '@countersign/server/store/awaitable';

/** Watches a stream for silence: call `received` for each chunk; `onSilence` is called after `idleMs` without one. */
export interface SilenceWatch {
  received(): void;
  /** The run has ended: from now on only this much more time. */
  linger(): void;
  stop(): void;
}

export function watchSilence(options: {
  clock: Clock;
  idleMs: number;
  lingerMs: number;
  /** Silence is allowed: the stream is held, or a person is being waited for. */
  excused: () => Awaitable<boolean>;
  /** Whether it is excused could not be found out: it is asked again after `idleMs`. */
  onError: (error: unknown) => void;
  onSilence: () => void;
}): SilenceWatch {
  const { clock } = options;
  let receivedAt = clock.monotonic();
  let deadline: number | null = null;
  let cancel = () => {};
  /** Counts the checks asked for: what an earlier one has read does not count any more. */
  let asked = 0;
  const arm = (delayMs: number) => {
    cancel();
    asked += 1;
    const mine = asked;
    cancel = clock.schedule(() => {
      check(mine).catch((error: unknown) => {
        options.onError(error);
        if (mine === asked) arm(options.idleMs);
      });
    }, delayMs);
  };
  const check = async (mine: number) => {
    const isExcused = deadline === null && (await options.excused());
    if (mine !== asked) return;
    const now = clock.monotonic();
    if (isExcused) receivedAt = now;
    const at = deadline ?? receivedAt + options.idleMs;
    if (now >= at) options.onSilence();
    else arm(at - now);
  };
  arm(options.idleMs);
  return {
    received() {
      receivedAt = clock.monotonic();
    },
    linger() {
      if (deadline !== null) return;
      deadline = clock.monotonic() + options.lingerMs;
      arm(options.lingerMs);
    },
    stop() {
      asked += 1;
      cancel();
    },
  };
}
