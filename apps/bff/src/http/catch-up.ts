import type { Turns } from '../runtime/turns.ts';
import type { ReaderCursor } from './reader-cursor.ts';

/** Reads on from the journal, a page a turn, until the reader has everything. */
export interface CatchUp {
  catchUp(): void;
  /** Permanently. */
  cancel(): void;
}

/** `write`: false = it continues when the reader calls again. `done`: the reader has everything. `failed`: the journal could not be read. */
export function createCatchUp(
  cursor: Pick<ReaderCursor, 'isAtHead' | 'nextPage'>,
  to: {
    turns: Turns;
    write: (page: Buffer) => boolean;
    done: () => void;
    failed: (error: unknown) => void;
  },
): CatchUp {
  let cancelled = false;
  let cancelTurn = () => {};
  const readOn = () => {
    let next: Buffer | null;
    try {
      next = cursor.nextPage();
    } catch (error) {
      return to.failed(error);
    }
    if (next === null) return to.done();
    if (to.write(next)) catchUp();
  };
  const catchUp = () => {
    if (cancelled) return;
    if (cursor.isAtHead()) to.done();
    else cancelTurn = to.turns.take(readOn);
  };
  return {
    catchUp,
    cancel() {
      cancelled = true;
      cancelTurn();
    },
  };
}
