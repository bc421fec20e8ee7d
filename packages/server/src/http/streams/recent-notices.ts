import type { Clock } from '../../runtime/clock.ts';

/** A notice that is not journalled, as it was sent. */
export interface Notice {
  key: string;
  frame: Buffer;
  /** Undefined = for all operators. */
  operatorId: string | undefined;
  /** Valid until the next one of its key. */
  holds: boolean;
}

export const isFor = (notice: Pick<Notice, 'operatorId'>, operatorId: string): boolean =>
  notice.operatorId === undefined || notice.operatorId === operatorId;

/** Notices of the last minute, for readers that connect: the newest of each key. */
export interface RecentNotices {
  keep(notice: Notice): void;
  of(operatorId: string): Notice[];
}

/** How long, and how many, notices are kept for new readers. */
const recentMs = 60_000;
const maxRecent = 100;

export function createRecentNotices(clock: Pick<Clock, 'monotonic'>): RecentNotices {
  const recent = new Map<string, Notice & { at: number }>();
  const forgetOld = () => {
    const since = clock.monotonic() - recentMs;
    for (const [place, { at, holds }] of recent) {
      if (holds) continue;
      if (at > since && recent.size <= maxRecent) return;
      recent.delete(place);
    }
  };
  return {
    keep(notice) {
      const place = `${notice.operatorId ?? ''} ${notice.key}`;
      recent.delete(place);
      recent.set(place, { ...notice, at: clock.monotonic() });
      forgetOld();
    },
    of(operatorId) {
      forgetOld();
      return [...recent.values()].filter((notice) => isFor(notice, operatorId));
    },
  };
}
