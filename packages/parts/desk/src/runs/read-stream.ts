import { say } from '@countersign/api/statements';
import { AgentFailure } from '@countersign/server/http/transport-errors';
import type { Clock } from '@countersign/server/runtime/clock';
import type { Awaitable } from '@countersign/server/store/awaitable';
import type { AgentStream } from '../agents/agent-stream.ts';
import { watchSilence } from './silence.ts';

/** Reads one stream to its end. Throws `AgentFailure` after too long a silence, and errors of reading. */
export async function readStream(
  stream: AgentStream,
  options: {
    clock: Clock;
    limits: { idleMs: number; lingerMs: number };
    /** Whether it may be silent now. */
    excused: () => Awaitable<boolean>;
    /** That could not be found out. */
    onExcuseError: (error: unknown) => void;
    /** Waits while nothing may be read. */
    pass: () => Promise<void>;
    /** Settles when it is recorded. Awaiting that is the back-pressure: a flood stalls the agent, and does not fill our memory. */
    receive: (text: string) => Promise<void>;
    /** The run has ended: further data is waited for only briefly. */
    isOver: () => boolean;
  },
): Promise<void> {
  const { clock, limits, excused, onExcuseError, pass, receive, isOver } = options;
  let silent = false;
  const silence = watchSilence({
    clock,
    ...limits,
    excused,
    onError: onExcuseError,
    onSilence() {
      silent = true;
      stream.destroy();
    },
  });
  try {
    for (;;) {
      await pass();
      const text = await stream.next();
      if (text === null) break;
      silence.received();
      await receive(text);
      if (isOver() && stream.endsWithRun) break;
      if (isOver()) silence.linger();
    }
  } catch (error) {
    if (!silent) throw error;
  } finally {
    silence.stop();
    stream.destroy();
  }
  // A stream that is destroyed ends, with or without an error.
  if (!silent || isOver()) return;
  const minutes = Math.round(limits.idleMs / 60_000);
  throw new AgentFailure('silent', say('call.silent', { minutes }));
}
