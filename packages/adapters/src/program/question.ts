import type { JsonObject } from '@countersign/json/json-object';
import { isObject } from '@countersign/json/json-object';
import type { UpMessage } from '@countersign/upformat/message';
import { answerField, type FormShape } from '../schema/wrapped-schema.ts';

/** Where and when a question is asked; the id is the one that the program gets. */
export interface QuestionPlace {
  id: string;
  threadId: string;
  agentId: string;
  /** Epoch ms. */
  now: number;
}

export const isoAt = (at: number): string => new Date(at).toISOString();

/** The members that all questions have. */
export const askingMessage = (place: QuestionPlace) => ({
  messageId: place.id,
  threadId: place.threadId,
  agentId: place.agentId,
  timestamp: isoAt(place.now),
  state: 'needsHumanDecision' as const,
});

export const expiry = ({ now }: QuestionPlace, seconds: number | undefined) =>
  seconds === undefined ? {} : { expiresAt: isoAt(now + seconds * 1_000) };

/** The first line is the question; everything that was said is shown below it if that is more. */
export function askAndText(
  message: string,
  context: string | undefined,
): { ask: string; text: string | null } {
  const ask =
    message
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? message;
  const isMore = ask !== message || ask.length > 280;
  const parts = [isMore ? message : '', context?.trim() ?? ''].filter((part) => part !== '');
  return { ask, text: parts.length === 0 ? null : parts.join('\n\n') };
}

/** The proposal, in the form of the question. */
export function proposed(value: unknown, { wrapped }: Pick<FormShape, 'wrapped'>): JsonObject {
  if (!wrapped && isObject(value)) return value;
  return { [answerField]: value };
}

/** The message that takes a question back. */
export const withdrawal = (place: QuestionPlace, reason: string): UpMessage => ({
  ...askingMessage(place),
  state: 'cancelled',
  explanation: reason,
});
