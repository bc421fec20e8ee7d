import type { UpMessage } from '@countersign/upformat/message';

/** Where a question stands in its own protocol. */
export interface AskSource {
  /** Interrupt id, tool call id, or the id of the message that holds the button or form. */
  id: string;
  /** The reason of an AG-UI interrupt, as given. */
  reason: string | null;
  toolName: string | null;
  /** Questions of one value are answered together. */
  together: string | null;
  /** How an interrupt came when not in the outcome of its run: answered by `forwardedProps.command`. */
  carrier?: 'on-interrupt' | undefined;
}

/** How a protocol describes a kind of question of its own: in its words, and by how the answer goes back. */
export interface AskOrigin {
  /** Id of the protocol. */
  protocol: string;
  kind: string;
  /**
   * `message`: in UpFormat, to the run that asked. `resume`: the run has stopped to ask, only a run that brings the answer goes on.
   * `result`: of a call. `words`: of the operator, to the open run or in a new one.
   */
  answeredBy: 'message' | 'resume' | 'result' | 'words';
  /** What people are told it is; absent where the console has a name of its own for it. */
  label?: string | undefined;
}

/** A question in foreign words, as the UpFormat message a person answers. */
export interface ForeignAsk {
  origin: AskOrigin;
  message: UpMessage;
  source: AskSource;
}

/** Where and when a question was heard. */
export interface AskPlace {
  threadId: string;
  runId: string;
  agentId: string;
  /** ISO 8601 date-time. */
  timestamp: string;
}
