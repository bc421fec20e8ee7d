import type { UpFeedback, UpMessage } from '@countersign/upformat/message';

/** What was asked: over MCP for a value or for the approval of an action, or over HTTP. */
export type QuestionKind = 'ask' | 'approval' | 'question';

/** A question of a program, as far as its outcome depends on it. */
export interface AskedQuestion {
  id: string;
  kind: QuestionKind;
  /** The value is in the field `answer` of the form. */
  wrapped: boolean;
  message: UpMessage;
}

/** The state of a question. `closed`: without an answer, with the reason. */
export type QuestionStatus =
  | { kind: 'open'; expiresAt: number | null }
  | {
      kind: 'answered';
      feedback: UpFeedback;
      /** The name of who answered. */
      by: string;
      how: 'operator' | 'bulk' | 'default' | 'escalation' | 'rule';
      at: number;
    }
  | { kind: 'closed'; state: 'expired' | 'withdrawn'; reason: string };
