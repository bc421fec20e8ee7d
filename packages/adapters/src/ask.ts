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

/** A question in foreign words, as the UpFormat message a person answers. */
export interface ForeignAsk {
  origin: 'interrupt' | 'tool-call' | 'button' | 'form' | 'unread';
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
