import type { PromptRow } from '@countersign/api/prompt-row';
import type { Task } from '@countersign/api/task';

/** What happened while an operator was away, in figures. */
export interface AbsenceSummary {
  /** By other people, or by a rule. */
  answered: number;
  /** Closed by their defaults; `unseen` of them were never opened. */
  defaulted: number;
  unseen: number;
  /** Over with no answer at all. */
  expired: number;
  /** Tasks that failed or were lost. */
  failed: number;
  /** Prompts that block an agent now and are not snoozed. */
  waiting: number;
}

interface Happened {
  meId: string | null;
  from: number;
  /** Closed since then. */
  closed: readonly PromptRow[];
  open: readonly PromptRow[];
  tasks: readonly Task[];
}

/** The counts; null = nothing to report. */
export function absenceSummary({
  meId,
  from,
  closed,
  open,
  tasks,
}: Happened): AbsenceSummary | null {
  const byDefault = closed.filter(
    ({ state, decision }) =>
      state === 'answered' &&
      (decision?.by.kind === 'default' || decision?.by.kind === 'escalation'),
  );
  const byOthers = closed.filter(
    ({ state, decision }) =>
      state === 'answered' &&
      (decision?.by.kind === 'rule' ||
        (decision?.by.kind === 'operator' && decision.by.id !== meId)),
  );
  const expired = closed.filter(({ state }) => state === 'expired').length;
  const failed = tasks.filter(
    ({ runStatus, endedAt }) =>
      (runStatus === 'failed' || runStatus === 'lost') && (endedAt ?? 0) > from,
  ).length;
  if (byDefault.length + byOthers.length + expired + failed === 0) return null;
  return {
    answered: byOthers.length,
    defaulted: byDefault.length,
    unseen: byDefault.filter(({ seen }) => seen === null).length,
    expired,
    failed,
    waiting: open.filter(
      ({ state, blocking, snooze }) => state === 'open' && blocking && snooze === null,
    ).length,
  };
}
