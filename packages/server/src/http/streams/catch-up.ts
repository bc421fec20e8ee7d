import type { Turns } from '../../runtime/turns.ts';
import type { ReaderCursor } from './reader-cursor.ts';

/** Reads on from the journal, a page a turn which lasts until the page is there, until the reader has everything. */
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
    try {
      const next = cursor.nextPage();
      if (next instanceof Promise) return next.then(handOn).catch(to.failed);
      handOn(next);
    } catch (error) {
      to.failed(error);
    }
  };
  const handOn = (page: Buffer | null) => {
    if (cancelled) return;
    // What was committed while the page was read is not on it, and was not pushed: the reader is not live yet.
    if (page === null || to.write(page)) catchUp();
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
