import type { Clock } from '../clock.ts';
import type { Journal } from '../journal/journal.ts';

/** The server's own timer over all deadlines: a closed tab, and a restart, change nothing. */
export interface Deadlines {
  /** Looks at the earliest deadline again: after a commit that may have changed it. */
  rearm(): void;
  close(): void;
}

/** Timers are re-read at least this often, so that a jump of the clock or a sleeping machine is noticed. */
const lookAgainMs = 30_000;

export function createDeadlines(options: {
  journal: Journal;
  clock: Clock;
  createId: () => string;
  /** Called after deadlines were applied. */
  onApplied: () => void;
}): Deadlines {
  const { journal, clock } = options;
  let cancel = () => {};
  let working = false;
  let closed = false;

  const arm = () => {
    cancel();
    if (closed) return;
    const earliest = journal.read.get<{ at: number | null }>(
      `SELECT MIN(expires) AS at FROM prompts WHERE state = 'open' AND expires IS NOT NULL`,
    )?.at;
    const delayMs = earliest == null ? lookAgainMs : Math.max(0, earliest - clock.now());
    cancel = clock.schedule(fire, Math.min(delayMs, lookAgainMs));
  };

  const fire = () => {
    if (working || closed) return;
    const due = journal.read.all<{ id: string }>(
      `SELECT id FROM prompts WHERE state = 'open' AND expires IS NOT NULL AND expires <= ? ORDER BY expires LIMIT 200`,
      clock.now(),
    );
    if (due.length === 0) return arm();
    working = true;
    void apply(due.map((row) => row.id)).finally(() => {
      working = false;
      arm();
    });
  };

  const apply = async (promptIds: string[]) => {
    try {
      await Promise.all(
        promptIds.map((promptId) =>
          journal.commit('expire', { promptId, decisionId: options.createId() }),
        ),
      );
      options.onApplied();
    } catch {
      // The store could not take it; the prompts are still open and the timer comes back.
      await new Promise<void>((resolve) => clock.schedule(resolve, 1_000));
    }
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
