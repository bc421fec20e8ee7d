import type { Clock } from '../clock.ts';
import type { Journal } from '../journal/journal.ts';

/** The server's own timers over all prompts: a closed tab, and a restart, change nothing. */
export interface Timers {
  /** Looks at the earliest moment again: after a commit that may have changed it. */
  rearm(): void;
  close(): void;
}

/** Re-read at least this often, so that a jump of the clock or a sleeping machine is noticed. */
const lookAgainMs = 30_000;
const retryMs = 1_000;
const atOnce = 200;

/** What can fall due on an open prompt, in the order in which it happens at one moment. The tables say when: nothing is kept in memory. */
const kinds = [
  { column: 'expires', index: 'prompts_expiry', operation: 'expire' },
  { column: 'wake_at', index: 'prompts_wake', operation: 'endSnooze' },
  { column: 'escalate_at', index: 'prompts_escalate', operation: 'escalate' },
] as const;

/** The index is named: left to choose, SQLite reads every open prompt. */
const dueIn = ({ column, index }: (typeof kinds)[number]) =>
  `FROM prompts INDEXED BY ${index} WHERE state = 'open' AND ${column} IS NOT NULL`;

export function createTimers(options: {
  journal: Journal;
  clock: Clock;
  createId: () => string;
  /** Called after something was done that may have put an answer on its way. */
  onApplied: () => void;
}): Timers {
  const { journal, clock } = options;
  let cancel = () => {};
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

  const arm = (atLeastMs = 0) => {
    cancel();
    if (closed) return;
    const delayMs = Math.max(atLeastMs, earliest() - clock.now());
    cancel = clock.schedule(fire, Math.min(delayMs, lookAgainMs));
  };

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
    if (due.length === 0) return arm();
    working = true;
    // Each transaction looks once more: who was first has won, and nothing happens twice.
    const work = due.map(({ operation, promptId }) =>
      journal.commit(operation, { promptId, decisionId: options.createId() }),
    );
    void Promise.all(work).then(
      () => {
        options.onApplied();
        done(0);
      },
      // The store could not take it: what is due stays due.
      () => done(retryMs),
    );
  };
  const done = (atLeastMs: number) => {
    working = false;
    arm(atLeastMs);
  };

  return {
    rearm() {
      if (!working) arm();
    },
    close() {
      closed = true;
      cancel();
    },
  };
}
