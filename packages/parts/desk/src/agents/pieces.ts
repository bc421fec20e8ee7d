import type { Readable } from 'node:stream';
import { say } from '@countersign/api/statements';
import { AgentFailure, describeFailure } from '@countersign/server/http/transport-errors';
import type { Clock } from '@countersign/server/runtime/clock';

/** The next bytes; null at the end. Rejects with `AgentFailure` when the connection breaks. */
export type NextPiece = () => Promise<Uint8Array | null>;

/**
 * The least time between two pieces of a busy stream, ms. Each piece costs a commit and a write to each reader, regardless of its size;
 * longer than the least time between two writes to readers, so that a piece does not wait for these again.
 */
const pieceMs = 32;
/** So much is a piece at once. Well below what a stream buffers before it stops the agent. */
const pieceBytes = 8 * 1024;

/**
 * The body of a response in pieces: the first one at once, and while it is busy what has arrived since the last one. `clock`: of the
 * machine, as this is about packets and not about the run.
 */
export function createPieces(
  body: Readable,
  clock: Pick<Clock, 'monotonic' | 'schedule'>,
): NextPiece {
  let failure: AgentFailure | null = null;
  let over = false;
  let pulledAt = Number.NEGATIVE_INFINITY;
  let wake = () => {};
  const change = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  body.on('readable', () => wake());
  body.on('end', () => {
    over = true;
    wake();
  });
  body.on('error', (error) => {
    failure ??= describeFailure(error);
    wake();
  });
  body.on('close', () => {
    if (!over) failure ??= new AgentFailure('closed', say('call.connection-broke'));
    wake();
  });

  /** Waits until a piece is due, or large enough, or the last one. */
  const gather = async () => {
    let isDue = false;
    const cancel = clock.schedule(
      () => {
        isDue = true;
        wake();
      },
      pieceMs - (clock.monotonic() - pulledAt),
    );
    while (!isDue && !over && failure === null && body.readableLength < pieceBytes) await change();
    cancel();
  };

  return async () => {
    if (clock.monotonic() - pulledAt < pieceMs) await gather();
    for (;;) {
      // Everything that has arrived, as one chunk; iterating would return it as it came.
      const chunk: Buffer | null = body.read();
      if (chunk !== null) {
        pulledAt = clock.monotonic();
        return chunk;
      }
      if (over) return null;
      if (failure !== null) throw failure;
      await change();
    }
  };
}
