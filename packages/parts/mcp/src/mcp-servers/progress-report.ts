import { progressed, type RunPlaceIds } from '@countersign/adapters/mcp-server/run-events';
import type { HaiEvent } from '@countersign/hai/event';
import type { Clock } from '@countersign/server/runtime/clock';

/** One report of a server. */
export interface Progress {
  progress: number;
  total?: number | undefined;
  message?: string | undefined;
}

/** A server may report thousands of times a second; people see one report in this time, ms. */
const everyMs = 500;

/** Shows the newest report of a server. */
export function createProgressReport(options: {
  clock: Clock;
  place: RunPlaceIds;
  emit: (events: readonly HaiEvent[]) => void;
}): { report: (progress: Progress) => void; close(): void } {
  const { clock, place, emit } = options;
  let newest: Progress | null = null;
  let cancel = () => {};
  let isWaiting = false;
  const show = () => {
    isWaiting = false;
    if (newest === null) return;
    const { progress, total, message } = newest;
    newest = null;
    isWaiting = true;
    cancel = clock.schedule(show, everyMs);
    emit(
      progressed(place, {
        progress,
        ...(total === undefined ? {} : { total }),
        ...(message === undefined ? {} : { message: message.slice(0, 2_000) }),
      }),
    );
  };
  return {
    report(progress) {
      newest = progress;
      if (!isWaiting) show();
    },
    close() {
      cancel();
      show();
      cancel();
    },
  };
}
