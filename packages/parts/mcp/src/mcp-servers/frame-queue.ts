import { frameIdOf, type RunPosition } from '@countersign/adapters/mcp-server/position';
import type { HaiEvent } from '@countersign/hai/event';
import { withExactNumbers } from '@countersign/json/exact-number';
import type { AgentStream } from '@countersign/part-desk/agents/agent-stream';

/** The stream of a run that takes place in this server: events are pushed, and read like those of any agent. */
export interface FrameQueue {
  stream: AgentStream;
  /** The last event carries the position: what is behind it is not stored without it. */
  push(events: readonly HaiEvent[], position: RunPosition): void;
  /** Settles when everything pushed before is stored. False = the stream was left before. */
  stored(): Promise<boolean>;
  /** Characters that have been pushed, and not been read: while a run is held nothing is. */
  unread(): number;
  end(): void;
}

/** `first`: numbers of frames before a restart are not used again. */
export function createFrameQueue(first: number, onLeave: () => void): FrameQueue {
  let text = '';
  let number = first;
  let over = false;
  let wasLeft = false;
  let wake = () => {};
  /** What was taken is stored: the reader asks for more only then. */
  let isStored = true;
  /** Those that wait until what was taken is stored, and those for what has not been taken. */
  let taken: ((isStored: boolean) => void)[] = [];
  let waiting: ((isStored: boolean) => void)[] = [];
  const confirm = () => {
    isStored = true;
    for (const settle of taken) settle(true);
    taken = [];
  };
  return {
    stream: {
      resumable: true,
      isDocument: false,
      async next() {
        confirm();
        while (text === '' && !over) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        const all = text;
        text = '';
        taken = waiting;
        waiting = [];
        isStored = all === '';
        if (isStored) confirm();
        return all === '' ? null : all;
      },
      destroy() {
        over = true;
        wasLeft = true;
        // Else the reader of a held run would store it on leaving, and the run would count as further than it is.
        text = '';
        for (const settle of [...taken, ...waiting]) settle(false);
        taken = [];
        waiting = [];
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
    stored() {
      if (wasLeft) return Promise.resolve(false);
      if (text === '' && isStored) return Promise.resolve(true);
      return new Promise((resolve) => {
        (text === '' ? taken : waiting).push(resolve);
      });
    },
    unread: () => text.length,
    end() {
      over = true;
      wake();
    },
  };
}
