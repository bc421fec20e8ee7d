import type { Journal } from '@countersign/server/journal/journal';
import type { Operation } from '@countersign/server/journal/operation';
import { createAlarm, type Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import { whenRead } from '@countersign/server/store/awaitable';
import { type DuePrompt, duePrompts, nextDueAt } from '../../rows/questions/due-prompts.ts';
import { expire } from './deadline.ts';
import { escalate } from './escalate.ts';
import { endSnooze } from './snooze.ts';

/** The server's timers for all prompts: independent of tabs and restarts. */
export interface Timers {
  /** Determines the next time again: after a commit that may have changed it. */
  rearm(): void;
  close(): void;
}

const retryMs = 1_000;

/** What can become due on an open prompt. The times are in the tables: nothing is kept in memory. */
const operations: Record<
  DuePrompt['kind'],
  Operation<{ promptId: string; decisionId: string }, null>
> = { expires: expire, wakes: endSnooze, escalates: escalate };

export function createTimers(options: {
  journal: Journal;
  clock: Clock;
  createId: () => string;
  /** Called after something that may have queued an answer. */
  onApplied: () => void;
  report: Report;
}): Timers {
  const { journal, clock } = options;
  let working = false;
  let closed = false;

  /** The pause before the next look, ms. */
  const apply = async (due: readonly DuePrompt[]): Promise<number> => {
    // Each transaction checks again: the first change wins, and nothing happens twice.
    const outcomes = await Promise.allSettled(
      due.map(({ kind, id }) =>
        journal.commit(operations[kind], { promptId: id, decisionId: options.createId() }),
      ),
    );
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') continue;
      options.report('A deadline was not applied.', outcome.reason, { promptId: due[index]?.id });
    }
    if (outcomes.some(({ status }) => status === 'fulfilled')) options.onApplied();
    // What the store could not execute stays due; a prompt that cannot be read does not block the others.
    return outcomes.some(({ status }) => status === 'rejected') ? retryMs : 0;
  };

  const fire = async () => {
    if (working || closed) return;
    working = true;
    let atLeastMs = 0;
    try {
      // What the store answers at once is applied in the same turn: at the time when it was due.
      const read = duePrompts(journal.read, clock.now());
      const due = read instanceof Promise ? await read : read;
      if (due.length > 0) atLeastMs = await apply(due);
    } finally {
      working = false;
    }
    await alarm.arm(atLeastMs);
  };
  const alarm = createAlarm({
    clock,
    untilNext: () => whenRead(nextDueAt(journal.read), (at) => at - clock.now()),
    ring: fire,
    report: options.report,
  });

  return {
    rearm() {
      if (!working) void alarm.arm();
    },
    close() {
      closed = true;
      alarm.stop();
    },
  };
}
