import type { Journal } from '../journal/journal.ts';
import type { Operation } from '../journal/operation.ts';
import { createAlarm, type Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';
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
const atOnce = 200;

/**
 * What can become due on an open prompt, in the order of execution at the same time. The times are in the tables: nothing is kept in
 * memory.
 */
const kinds: readonly {
  column: string;
  index: string;
  operation: Operation<{ promptId: string; decisionId: string }, null>;
}[] = [
  { column: 'expires', index: 'prompts_expiry', operation: expire },
  { column: 'wake_at', index: 'prompts_wake', operation: endSnooze },
  { column: 'escalate_at', index: 'prompts_escalate', operation: escalate },
];

/** The index is named: otherwise SQLite reads every open prompt. */
const dueIn = ({ column, index }: (typeof kinds)[number]) =>
  `FROM prompts INDEXED BY ${index} WHERE state = 'open' AND ${column} IS NOT NULL`;

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

  const earliest = () =>
    Math.min(
      ...kinds.map(
        (kind) =>
          journal.read.get<{ at: number | null }>(`SELECT MIN(${kind.column}) AS at ${dueIn(kind)}`)
            ?.at ?? Number.POSITIVE_INFINITY,
      ),
    );

  const fire = () => {
    if (working || closed) return;
    const now = clock.now();
    const due = kinds.flatMap((kind) =>
      journal.read
        .all<{ id: string }>(
          `SELECT id ${dueIn(kind)} AND ${kind.column} <= ? ORDER BY ${kind.column} LIMIT ${atOnce}`,
          now,
        )
        .map(({ id }) => ({ operation: kind.operation, promptId: id })),
    );
    if (due.length === 0) return alarm.arm();
    working = true;
    // Each transaction checks again: the first change wins, and nothing happens twice.
    const work = due.map(({ operation, promptId }) =>
      journal.commit(operation, { promptId, decisionId: options.createId() }),
    );
    void Promise.allSettled(work).then((outcomes) => {
      working = false;
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome.status === 'fulfilled') continue;
        const promptId = due[index]?.promptId;
        options.report('A deadline was not applied.', outcome.reason, { promptId });
      }
      if (outcomes.some(({ status }) => status === 'fulfilled')) options.onApplied();
      // What the store could not execute stays due; a prompt that cannot be read does not block the others.
      void alarm.arm(outcomes.some(({ status }) => status === 'rejected') ? retryMs : 0);
    });
  };
  const alarm = createAlarm({
    clock,
    untilNext: () => earliest() - clock.now(),
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
