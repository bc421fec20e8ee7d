import { frameIdOf, type RunPosition } from '@countersign/adapters/mcp-server/position';
import type { HaiEvent } from '@countersign/hai/event';
import { withExactNumbers } from '@countersign/json/exact-number';
import type { AgentStream } from '../agents/agent-stream.ts';

/** The stream of a run that takes place in this server: events are pushed, and read like those of any agent. */
export interface FrameQueue {
  stream: AgentStream;
  /** The last event carries the position: what is behind it is not stored without it. */
  push(events: readonly HaiEvent[], position: RunPosition): void;
  /** Settles when everything pushed before is stored, or the stream has been left. */
  stored(): Promise<void>;
  end(): void;
}

/** `first`: numbers of frames before a restart are not used again. */
export function createFrameQueue(first: number, onLeave: () => void): FrameQueue {
  let text = '';
  let number = first;
  let over = false;
  let wake = () => {};
  /** Those that wait until what was taken is stored: the reader asks for more only then. */
  let waiting: (() => void)[] = [];
  let taken: (() => void)[] = [];
  const release = () => {
    for (const settle of [...taken, ...waiting]) settle();
    taken = [];
    waiting = [];
  };
  return {
    stream: {
      resumable: true,
      isDocument: false,
      async next() {
        for (const settle of taken) settle();
        taken = [];
        while (text === '' && !over) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        const all = text;
        text = '';
        taken = waiting;
        waiting = [];
        if (all !== '') return all;
        release();
        return null;
      },
      destroy() {
        over = true;
        release();
        wake();
        onLeave();
      },
    },
    push(events, position) {
      if (over) return;
      const last = events.length - 1;
      for (const [index, event] of events.entries()) {
        if (index === last) {
          number += 1;
          text += `id: ${frameIdOf(number, position)}\n`;
        }
        text += `data: ${withExactNumbers(JSON.stringify(event))}\n\n`;
      }
      wake();
    },
    stored: () =>
      over
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push(resolve);
            if (text === '') wake();
          }),
    end() {
      over = true;
      wake();
    },
  };
}
