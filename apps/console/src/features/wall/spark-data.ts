import type { Activity } from '@countersign/api/settings/activity';
import type { Control } from '@countersign/api/task';
import type { ThreadPrompt } from '@countersign/thread/thread-prompt';

export interface Stretch {
  kind: 'person' | 'pause';
  /** Shares of the width, 0 to 1. */
  from: number;
  to: number;
}

/** The bars of an activity, updated with what this tab has received since it was read. */
export function barsOf(activity: Activity, sequence: number): readonly number[] {
  const received = Math.max(0, sequence - activity.sequence);
  return activity.counts.map((count, index) =>
    index === activity.counts.length - 1 ? count + received : count,
  );
}

interface Waits {
  prompts: readonly ThreadPrompt[];
  controls: readonly Control[];
}

/** Stretches in which a person was waited for, or the run was paused, within the time of the bars. Epoch ms in. */
export function stretchesOf({ prompts, controls }: Waits, since: number, until: number): Stretch[] {
  const found: Stretch[] = [];
  const add = (kind: Stretch['kind'], start: number, end: number) => {
    const share = (at: number) => Math.min(1, Math.max(0, (at - since) / (until - since)));
    if (end > since && start < until && end > start) {
      found.push({ kind, from: share(start), to: share(end) });
    }
  };
  for (const prompt of prompts) {
    if (!prompt.blocking) continue;
    const open = prompt.state === 'open';
    // The time of a withdrawal is not in the row: only what is known is drawn.
    const end = open ? until : (prompt.decision?.recordedAt ?? prompt.expiresAt ?? prompt.openedAt);
    add('person', prompt.openedAt, Math.min(end, until));
  }
  let pausedAt: number | null = null;
  for (const control of controls) {
    const at = control.settledAt ?? control.acknowledgedAt;
    if (at === null) continue;
    if (control.action === 'pause') pausedAt ??= at;
    else if (pausedAt !== null) {
      add('pause', pausedAt, at);
      pausedAt = null;
    }
  }
  if (pausedAt !== null) add('pause', pausedAt, until);
  return found;
}

/** How long a person was waited for, ms; overlapping waits count once. */
export function waitedMs(stretches: readonly Stretch[], spanMs: number): number {
  let total = 0;
  let reached = 0;
  const waits = stretches.filter(({ kind }) => kind === 'person');
  for (const { from, to } of waits.toSorted((left, right) => left.from - right.from)) {
    total += Math.max(0, to - Math.max(from, reached));
    reached = Math.max(reached, to);
  }
  return total * spanMs;
}
