import type { Prompt } from '@countersign/api/prompt';
import type { Edited } from '@countersign/api/prompts/edited-place';
import type { Statement } from '@countersign/json/statement';
import type { AnswerLabels } from '@countersign/upformat/answer-labels';

/**
 * A prompt as known to its thread: a projection of `Prompt`, because messages do not contain a complete prompt, and the message
 * itself is stored next to it. Members of the same name have the same meaning; different data has different names.
 */
export interface ThreadPrompt
  extends Pick<
      Prompt,
      | 'id'
      | 'origin'
      | 'blocking'
      | 'state'
      | 'sequence'
      | 'openedAt'
      | 'expiresAt'
      | 'closedAt'
      | 'closedReason'
      | 'decision'
    >,
    Partial<Pick<Prompt, 'digest' | 'closedStatement'>> {
  /** The message that asks, in `Thread.items` when it was asked in UpFormat. */
  messageId: string;
  /** Who asks, named as `ItemBase.agentId`: `Prompt.agentId`, or `relayed:…` for one it acts for. */
  speaker: string;
  /** Null = the message came outside of any run. */
  runId: string | null;
  /** Cut to 4,000 characters. */
  ask: string;
  /** `ask` as data; null = it is not the server's own sentence. */
  stated?: Statement | null;
  /** For questions that did not come in UpFormat: `Prompt.source.id`. */
  sourceId?: string;
  /** The call that it is about. */
  toolCallId?: string;
  /** The agent's labels for the answers. */
  labels?: AnswerLabels;
  /** What the answer changed, if it is an edit of a value. */
  edited?: Edited;
}
