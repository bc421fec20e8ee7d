import type { Prompt } from '@countersign/api/prompt';
import type { AnswerLabels } from '@countersign/upformat/answer-labels';

/**
 * A prompt as far as its thread knows it: a projection of `Prompt`, because messages alone never tell a prompt whole, and a whole one stands beside its
 * message already. What is taken over by name means what it means there; what a thread knows in another way has another name.
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
    Partial<Pick<Prompt, 'digest'>> {
  /** The message that asks, in `Thread.items` when it was asked in UpFormat. */
  messageId: string;
  /** Who asks, named as `ItemBase.agentId`: `Prompt.agentId`, or `relayed:…` of whom that agent speaks for. */
  speaker: string;
  /** Null = the message came outside of any run. */
  runId: string | null;
  /** Cut to 4,000 characters. */
  ask: string;
  /** Of what was not asked in UpFormat: `Prompt.source.id`. */
  sourceId?: string;
  /** What the agent calls the answers. */
  labels?: AnswerLabels;
}
