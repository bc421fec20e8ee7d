import type { UpMessage } from '@countersign/upformat/message';

/** Where a question was found in its protocol. */
export interface AskSource {
  /** Interrupt id, tool call id, or the id of the message that holds the button or form. */
  id: string;
  /** The reason of an AG-UI interrupt, as given. */
  reason: string | null;
  toolName: string | null;
  /** Questions with the same value are answered together. */
  together: string | null;
  /** How an interrupt was sent, if not in the outcome of its run: answered by `forwardedProps.command`. */
  carrier?: 'on-interrupt' | undefined;
}

/** How a protocol describes one of its kinds of question, and how the answer is sent back. */
export interface AskOrigin {
  /** Id of the protocol. */
  protocol: string;
  kind: string;
  /**
   * `message`: in UpFormat, to the run that asked. `resume`: the run has stopped, and only a run with the answer continues it.
   * `result`: as the result of a call. `words`: as a message of the operator, to the open run or in a new one.
   */
  answeredBy: 'message' | 'resume' | 'result' | 'words';
  /** The name shown to people; absent if the console has its own name for it. */
  label?: string | undefined;
}

/** A question of another format, as the UpFormat message that a person answers. */
export interface ForeignAsk {
  origin: AskOrigin;
  message: UpMessage;
  source: AskSource;
}

/** Where and when a question was received. */
export interface AskPlace {
  threadId: string;
  runId: string;
  agentId: string;
  /** ISO 8601 date-time. */
  timestamp: string;
}
