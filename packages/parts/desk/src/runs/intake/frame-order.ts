import { say } from '@countersign/api/statements';
import type { WrittenStatement } from '@countersign/json/statement';
/** How far a stream has been received, by the SSE ids of its frames. */
export interface FrameCursor {
  lastEventId: string | null;
  /** Rejoined: the next frames may be repetitions. */
  replaying: boolean;
}

export interface FrameOrder {
  /** False = a repetition: it is ignored. */
  isNew: boolean;
  cursor: FrameCursor;
  /** What is wrong with its number; null = nothing. */
  violation: WrittenStatement | null;
}

/** Whether a frame is new, and whether its number shows duplicate or missing frames. A frame without an id is new. */
export function frameOrder(cursor: FrameCursor, id: string | undefined): FrameOrder {
  if (id === undefined || id === '') return { isNew: true, cursor, violation: null };
  const number = numberOf(id);
  const previous = numberOf(cursor.lastEventId ?? '0');
  const received = { lastEventId: id, replaying: false };
  if (number === null || previous === null)
    return { isNew: true, cursor: received, violation: null };
  if (number <= previous) {
    const violation = cursor.replaying ? null : say('stream.came-twice', { id });
    return { isNew: false, cursor, violation };
  }
  const missed =
    number > previous + 1
      ? say('stream.never-came', { first: previous + 1, last: number - 1 })
      : null;
  return { isNew: true, cursor: received, violation: missed };
}

const numberOf = (id: string) => (/^\d{1,15}$/.test(id) ? Number(id) : null);
