import type { AgentStream } from '../agents/agent-stream.ts';
import { AgentFailure } from '../http/transport-words.ts';
import type { Clock } from '../runtime/clock.ts';
import { watchSilence } from './silence.ts';

/** Reads one stream to its end. Throws `AgentFailure` when it says nothing for too long, and whatever reading throws. */
export async function readStream(
  stream: AgentStream,
  options: {
    clock: Clock;
    limits: { idleMs: number; lingerMs: number };
    /** Whether it may be silent now. */
    excused: () => boolean;
    /** Waits while nothing is to be read. */
    pass: () => Promise<void>;
    /** Settles when it is recorded. Awaiting that is the back-pressure: a flood stalls the agent, not our memory. */
    hear: (text: string) => Promise<void>;
    /** The run is over: what may come after is waited for a moment only. */
    isOver: () => boolean;
  },
): Promise<void> {
  const { clock, limits, excused, pass, hear, isOver } = options;
  let silent = false;
  const silence = watchSilence({
    clock,
    ...limits,
    excused,
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
      silence.heard();
      await hear(text);
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
  throw new AgentFailure('silent', `It said nothing for ${minutes} minutes.`);
}
