import { obedienceMs } from '@countersign/desk/obedience';
import type { Journal } from '@countersign/server/journal/journal';
import { operation } from '@countersign/server/journal/operation';
import { createAlarm, type Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import { whenRead } from '@countersign/server/store/awaitable';
import { oldestUnobeyed, unobeyedControls } from '../rows/controls.ts';
import { markNotObeyed } from '../runs/control-progress.ts';

/** Marks the controls that had no effect in their time. */
export const noteDisobedience = operation<null, null>('noteDisobedience', async (transaction) => {
  for (const { id } of await unobeyedControls(transaction, transaction.now - obedienceMs))
    await markNotObeyed(transaction, id);
  return null;
});

const retryMs = 1_000;

/** The server's timer for agents that do not follow a stop or a pause; starts at once, with what the last server has left. */
export function createObedienceWatch(options: {
  journal: Journal;
  clock: Clock;
  /** There are calls of webhooks to be made. */
  onNoted: () => void;
  report: Report;
}): { close(): void } {
  const { journal, clock, onNoted, report } = options;
  let working = false;
  let closed = false;
  const untilNext = () =>
    whenRead(oldestUnobeyed(journal.read), (at) => at + obedienceMs - clock.now());
  const fire = async () => {
    if (closed || working) return;
    working = true;
    let atLeastMs = 0;
    try {
      const left = untilNext();
      if ((left instanceof Promise ? await left : left) <= 0) {
        await journal.commit(noteDisobedience, null);
        onNoted();
      }
    } catch (error) {
      report('Agents that do not follow a stop were not noted.', error);
      atLeastMs = retryMs;
    } finally {
      working = false;
    }
    if (!closed) await alarm.arm(atLeastMs);
  };
  const alarm = createAlarm({ clock, untilNext, ring: fire, report });
  const unwatch = journal.onCommit((rows) => {
    // Only the server's own facts request a control, or say how it goes.
    if (!working && rows.some((row) => row.notable)) void alarm.arm();
  });
  void alarm.arm();
  return {
    close() {
      closed = true;
      unwatch();
      alarm.stop();
    },
  };
}
