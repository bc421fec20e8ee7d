import { dueAt } from './notice-due.ts';
import type { NotifySettings } from './notify-settings.ts';

/** A question to notify of. */
export interface Unseen {
  id: string;
  ask: string;
  agentName: string;
  relayedFor: string | null;
}
export type Notice =
  | { kind: 'one'; prompt: Unseen }
  /** Too many for one each. */
  | { kind: 'many'; count: number };

export interface NotifierPorts {
  /** Epoch ms. */
  now: () => number;
  schedule: (run: () => void, delayMs: number) => () => void;
  /** Shows a notice; returns a function that closes it. */
  show: (notice: Notice) => () => void;
  tone: () => void;
  /** When each question was notified, epoch ms: shared by the tabs, and kept over a reload. */
  readNotified: () => Readonly<Record<string, number>>;
  writeNotified: (reported: Readonly<Record<string, number>>) => void;
}

export interface NotifierState {
  unseen: readonly Unseen[];
  settings: Pick<NotifySettings, 'on' | 'repeatMs' | 'sound'>;
  /** This tab notifies for all tabs of the browser. */
  leads: boolean;
  /** Some tab is in front of the operator. */
  looking: boolean;
}

/** With more than this in a window, one notice covers all. */
const MAX_SINGLE = 3;
const WINDOW_MS = 10_000;
const MANY_FLOOR_MS = 2_000;

/**
 * Notifies once for each question, and repeatedly if set, until it is seen; never while the console is in view. No polling: it waits
 * for the next due time.
 */
export function createNotifier(ports: NotifierPorts): {
  update: (state: NotifierState) => void;
  close: () => void;
} {
  const knownAt = new Map<string, number>();
  const shown = new Map<string, () => void>();
  let takeMany: (() => void) | null = null;
  let singles: number[] = [];
  let manyAt = Number.NEGATIVE_INFINITY;
  let awaySince = Number.NEGATIVE_INFINITY;
  let state: NotifierState | null = null;
  let cancel: (() => void) | null = null;

  const notify = (due: readonly Unseen[], total: number) => {
    const now = ports.now();
    singles = singles.filter((at) => now - at < WINDOW_MS);
    if (singles.length + due.length > MAX_SINGLE) {
      takeMany?.();
      takeMany = ports.show({ kind: 'many', count: total });
      manyAt = now;
      return;
    }
    for (const prompt of due) {
      singles.push(now);
      shown.get(prompt.id)?.();
      shown.set(prompt.id, ports.show({ kind: 'one', prompt }));
    }
  };

  const wait = (delayMs: number) => {
    cancel = ports.schedule(look, Math.max(0, delayMs));
  };

  const look = () => {
    cancel?.();
    cancel = null;
    if (state === null) return;
    const { unseen, settings, leads, looking } = state;
    if (!leads || looking || !(settings.on || settings.sound)) return;
    const now = ports.now();
    const reported = ports.readNotified();
    const times = unseen.map(({ id }) =>
      dueAt(reported[id], {
        knownAt: knownAt.get(id) ?? 0,
        awaySince,
        repeatMs: settings.repeatMs,
      }),
    );
    const due = unseen.filter((_, index) => (times[index] ?? now) <= now);
    const later = times.filter((at) => at > now && at !== Number.POSITIVE_INFINITY);
    const crowded = due.length > 0 && now - manyAt < MANY_FLOOR_MS;
    if (crowded) return wait(manyAt + MANY_FLOOR_MS - now);
    if (due.length > 0) {
      const still = new Set(unseen.map(({ id }) => id));
      const kept = Object.entries(reported).filter(([id]) => still.has(id));
      ports.writeNotified(
        Object.fromEntries([...kept, ...due.map(({ id }) => [id, now] as const)]),
      );
      if (settings.on) notify(due, unseen.length);
      if (settings.sound) ports.tone();
      if (settings.repeatMs !== null) later.push(now + settings.repeatMs);
    }
    if (later.length > 0) wait(Math.min(...later) - now);
  };

  /** What has been seen or answered needs no notice any more. */
  const takeAway = (unseen: readonly Unseen[]) => {
    const still = new Set(unseen.map(({ id }) => id));
    for (const [id, take] of shown) {
      if (still.has(id)) continue;
      take();
      shown.delete(id);
    }
    for (const id of knownAt.keys()) if (!still.has(id)) knownAt.delete(id);
    if (unseen.length === 0) {
      takeMany?.();
      takeMany = null;
    }
  };

  return {
    update(next) {
      const now = ports.now();
      if (!next.looking && state?.looking !== false) awaySince = now;
      state = next;
      for (const { id } of next.unseen) if (!knownAt.has(id)) knownAt.set(id, now);
      takeAway(next.unseen);
      look();
    },
    close() {
      cancel?.();
      for (const take of shown.values()) take();
      takeMany?.();
      shown.clear();
      state = null;
    },
  };
}
