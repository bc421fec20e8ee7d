import type { HaiEvent } from '@countersign/hai/event';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { type Conversation, createConversation } from '../conversation.ts';
import { createOpenBrackets, type OpenBrackets } from './open-brackets.ts';
import type { RunLog } from './run-log.ts';

/** Encodes one event as the JSON values to send, in the protocol of the agent. */
export type EncodeEvent = (event: HaiEvent) => readonly unknown[];

/**
 * The part of a run that has one run id in the protocol. Work that asks by an interrupt continues under the id of the run with the
 * answers, so it has a segment for each of these ids.
 */
export interface RunSegment {
  readonly runId: string;
  readonly input: RunAgentInput;
  readonly log: RunLog;
  readonly brackets: OpenBrackets;
  readonly said: Conversation;
  append(event: HaiEvent): void;
  /** Events appended so far. */
  count(): number;
  /** No event follows. */
  close(at: number): void;
  /** Epoch ms; null while it is active. */
  endedAt(): number | null;
}

export function createRunSegment(
  input: RunAgentInput,
  log: RunLog,
  encode: EncodeEvent,
): RunSegment {
  const brackets = createOpenBrackets();
  const said = createConversation(input.messages);
  let count = 0;
  let closedAt: number | null = null;
  return {
    runId: input.runId,
    input,
    log,
    brackets,
    said,
    append(event) {
      if (closedAt !== null) return;
      count += 1;
      brackets.see(event);
      said.see(event);
      for (const value of encode(event)) log.append(JSON.stringify(value));
    },
    count: () => count,
    close(at) {
      closedAt ??= at;
      log.close();
    },
    endedAt: () => closedAt,
  };
}
